package device

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// An installError is an error code of the package manager.
type installError string

func (e installError) Error() string { return string(e) }

// unpack creates the package's files: its APK, its extracted libraries, its data directories.
func (d *Device) unpack(in *app) error {
	system := user{}
	if err := d.tree.mkdirAll(system, in.code+"/lib", 0o755); err != nil {
		return err
	}
	apk, err := in.apk()
	if err != nil {
		return err
	}
	if err := d.tree.copyIn(apk, in.code+"/base.apk", attr{mode: 0o644, uid: uidSystem, gid: uidSystem}); err != nil {
		return noRoom(err)
	}
	if !in.InAPK {
		if err := d.extract(in); err != nil {
			return noRoom(err)
		}
	}
	for u, has := range in.users {
		if !has {
			continue
		}
		if err := d.dataDir(in, u); err != nil {
			return err
		}
	}
	return nil
}

// extract writes the libraries for the package's ABIs to files.
func (d *Device) extract(in *app) error {
	for _, name := range slices.Sorted(maps.Keys(in.Libs)) {
		abi, file := path.Split(name)
		abi = strings.TrimSuffix(abi, "/")
		if abi != in.abi(d) && abi != in.secondary {
			continue
		}
		from, err := localFile(in.Libs[name])
		if err != nil {
			return err
		}
		if err := d.tree.copyIn(from, path.Join(in.code, "lib", instructionSets[abi], file), attr{mode: 0o755, uid: uidSystem, gid: uidSystem}); err != nil {
			return err
		}
	}
	return nil
}

func noRoom(err error) error {
	if errorText(err) == errno[28] {
		return installError("INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location")
	}
	return err
}

func (d *Device) dataDir(in *app, u int) error {
	dir := in.data(u)
	if u != 0 {
		if err := d.tree.mkdirAll(user{}, path.Dir(dir), 0o711); err != nil {
			return err
		}
	}
	if err := d.tree.mkdirAll(user{}, dir, 0o700); err != nil {
		return err
	}
	uid := u*userRange + in.uid
	real, err := d.tree.resolve(dir, true)
	if err != nil {
		return err
	}
	d.tree.setAttr(real, attr{mode: 0o700, uid: uid, gid: uid})
	for _, sub := range []string{"cache", "code_cache"} {
		if err := d.tree.mkdirAll(user{uid: uid}, real+"/"+sub, 0o771); err != nil {
			return err
		}
	}
	return nil
}
