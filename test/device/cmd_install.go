package device

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// pmInstall reads the APK from a file, or the number of bytes of -S from stdin.
func pmInstall(p *process) int {
	size, file, flags, err := p.installArgs()
	if err != nil {
		fmt.Fprintf(p.err, "Error: %v\n", err)
		return 1
	}
	in := p.in
	if size < 0 && file != "" && file != "-" {
		opened, err := p.device.openAny(p.who, p.abs(file), os.O_RDONLY, 0)
		if err != nil {
			fmt.Fprintf(p.out, "Failure [INSTALL_PARSE_FAILED_NOT_APK: %s]\n", errorText(err))
			return 1
		}
		defer opened.Close()
		in = opened
	} else if size >= 0 {
		in = io.LimitReader(p.in, size)
	}
	if !p.step("package", file, "", "install") {
		return statusCable
	}
	if err := p.device.installStream(in, size, flags); err != nil {
		fmt.Fprintf(p.out, "Failure [%v]\n", err)
		return 1
	}
	fmt.Fprintln(p.out, "Success")
	return 0
}

// installArgs returns the size (-1 without -S), the file, and the flags that the release supports.
func (p *process) installArgs() (size int64, file string, flags []string, err error) {
	size = -1
	args := p.args[1:]
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "-S" && i+1 < len(args):
			i++
			size = int64(number(args[i]))
		case slices.Contains([]string{"--abi", "--user", "-i", "--install-location", "--instruction-set"}, arg) && i+1 < len(args):
			i++
			flags = append(flags, arg, args[i])
		case strings.HasPrefix(arg, "-") && arg != "-":
			if !p.device.release.has("install:" + arg) {
				return 0, "", nil, installError("Unknown option: " + arg)
			}
			flags = append(flags, arg)
		default:
			file = arg
		}
	}
	return size, file, flags, nil
}

// installStream writes the APK to a file of this machine for the time of the installation.
func (d *Device) installStream(in io.Reader, size int64, flags []string) error {
	if size > 0 {
		if !d.tree.reserve(size) {
			return installError("INSTALL_FAILED_INSUFFICIENT_STORAGE")
		}
		d.tree.release(size)
	}
	temp, err := os.CreateTemp(filepath.Dir(d.tree.dir), "install-*.apk")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	n, err := io.Copy(temp, in)
	if e := temp.Close(); err == nil {
		err = e
	}
	if err == nil && size >= 0 && n != size {
		err = installError("INSTALL_FAILED_INVALID_APK: Failed to parse")
	}
	if err != nil {
		return err
	}
	a, done, err := readAPK(temp.Name())
	if err != nil {
		return err
	}
	defer done()
	if err := d.mayInstall(a, flags); err != nil {
		return err
	}
	_, err = d.install0(a, flags)
	return err
}

// mayInstall returns errors that do not depend on the files.
func (d *Device) mayInstall(a App, flags []string) error {
	old := d.app(a.Name)
	switch {
	case a.TestOnly && !slices.Contains(flags, "-t"):
		return installError("INSTALL_FAILED_TEST_ONLY: installPackageLI")
	case a.MinSDK > number(d.Prop("ro.build.version.sdk")):
		return installError(fmt.Sprintf("INSTALL_FAILED_OLDER_SDK: Failed parse during installPackageLI: Requires newer sdk version #%d", a.MinSDK))
	case old != nil && !slices.Contains(flags, "-r") && slices.Contains(flags, "-R"):
		return installError("INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install " + a.Name + " without first uninstalling.")
	case old != nil && a.VersionCode < old.VersionCode && !slices.Contains(flags, "-d"):
		return installError("INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected")
	}
	return nil
}

// pmUninstall removes a package from one user, and deletes it when no user has it. Without --user it removes it
// from all users.
func pmUninstall(p *process) int {
	u, args, ok := p.parseUserFlag(p.args[1:])
	one := len(args) < len(p.args)-1 && !slices.Contains(p.args, "all")
	_, args = flags(args, "")
	if !ok || len(args) == 0 {
		return p.usage("Error: no package specified")
	}
	in := p.device.app(args[0])
	if in == nil || one && !in.users[u] {
		fmt.Fprintln(p.out, "Failure [DELETE_FAILED_INTERNAL_ERROR]")
		return 1
	}
	if !p.step("package", in.Name, "1", "0") {
		return statusCable
	}
	for user := range in.users {
		if !one || user == u {
			p.device.stopApp(in.Name, user)
			p.device.uninstallFor(in, user)
		}
	}
	fmt.Fprintln(p.out, "Success")
	return 0
}

// uninstallFor removes a package from a user, and deletes it after its last user.
func (d *Device) uninstallFor(in *app, user int) {
	_ = d.removeTree(in.data(user))
	d.mu.Lock()
	in.users[user] = false
	left := slices.Contains(slices.Collect(maps.Values(in.users)), true)
	if !left {
		delete(d.packages, in.Name)
	}
	d.mu.Unlock()
	if !left {
		d.removeCode(in)
	}
}

func pmRefuseSession(p *process) int {
	return p.usage("Error: sessions are not there; install the base APK alone")
}
