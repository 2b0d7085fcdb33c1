package device

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// InstallApp installs a package for all users, or for the user of --user, with flags of "pm install". It
// returns the path of its APK on the device.
func (d *Device) InstallApp(a App, flags ...string) (string, error) {
	in, err := d.install0(a, flags)
	if err != nil {
		return "", err
	}
	return in.code + "/base.apk", nil
}

func (d *Device) install0(a App, flags []string) (*app, error) {
	in := &app{App: a, users: map[int]bool{}, stopped: true, forceQueryable: slices.Contains(flags, "--force-queryable")}
	i := slices.Index(flags, "--user")
	for _, u := range d.users() {
		in.users[u] = i < 0 || flags[i+1] == "all" || flags[i+1] == strconv.Itoa(u)
	}
	if i = slices.Index(flags, "--abi"); i >= 0 && i+1 < len(flags) {
		in.override = flags[i+1]
	}
	if err := d.chooseABI(in); err != nil {
		return nil, err
	}
	d.mu.Lock()
	old := d.packages[a.Name]
	in.uid = 10100 + len(d.packages)
	if old != nil {
		in.uid = old.uid
		for u, has := range old.users { // users who had the app get the new version
			in.users[u] = in.users[u] || has
		}
	}
	d.mu.Unlock()
	in.code = d.codePath(a.Name)
	if err := d.unpack(in); err != nil {
		d.removeCode(in)
		return nil, err
	}
	d.mu.Lock()
	d.packages[a.Name] = in
	d.mu.Unlock()
	if old != nil {
		d.stopApp(a.Name, allUsers)
		d.removeCode(old)
	}
	return in, nil
}

// removeCode deletes the directory of a package, and its parent if it was created for the package.
func (d *Device) removeCode(in *app) {
	_ = d.removeTree(in.code)
	if up := path.Dir(in.code); up != "/data/app" {
		_ = d.removeTree(up)
	}
}

// codePath returns a new directory path for a package.
func (d *Device) codePath(name string) string {
	hash := func() string { return randomHex(8) + "==" }
	return strings.NewReplacer("{pkg}", name, "{hash}", hash(), "{random}", "~~"+hash()).Replace(d.release.words("codepath"))
}

// chooseABI selects the first of the device's ABIs for which the package has libraries, as the package manager
// does. A package without libraries runs with the device's default, and its ABI is reported as null.
func (d *Device) chooseABI(in *app) error {
	has := map[string]bool{}
	for name := range in.Libs {
		abi, _, _ := strings.Cut(name, "/")
		has[abi] = true
	}
	if in.override != "" && in.override != "-" {
		if !slices.Contains(d.options.ABIs, in.override) || len(has) > 0 && !has[in.override] {
			return installError("INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113")
		}
		in.primary = in.override
		return nil
	}
	for _, abi := range d.options.ABIs {
		switch {
		case !has[abi]:
		case in.primary == "":
			in.primary = abi
		case in.MultiArch && in.secondary == "" && strings.Contains(abi, "64") != strings.Contains(in.primary, "64"):
			in.secondary = abi
		}
	}
	if len(has) > 0 && in.primary == "" {
		return installError("INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113")
	}
	return nil
}
