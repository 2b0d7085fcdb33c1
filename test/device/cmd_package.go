package device

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// serviceCommand is "cmd": the services that a shell may ask.
func serviceCommand(p *process) int {
	if len(p.args) < 2 {
		return p.usage("cmd: No service specified; use -l to list all services")
	}
	q := *p
	q.args = p.args[1:]
	switch q.args[0] {
	case "package":
		return packageManager(&q)
	case "activity":
		return activityManager(&q)
	case "settings":
		return settingsCommand(&q)
	}
	fmt.Fprintf(p.err, "cmd: Can't find service: %s\n", q.args[0])
	return 20
}

func packageManager(p *process) int {
	if len(p.args) < 2 {
		return p.usage("Package manager (package) commands:\n  help")
	}
	p.device.noise(p.err)
	verbs := map[string]command{"list": pmList, "path": pmPath, "dump": pmDump, "install": pmInstall, "uninstall": pmUninstall,
		"resolve-activity": pmResolve, "install-create": pmRefuseSession, "clear": nothing}
	verb := verbs[p.args[1]]
	if verb == nil {
		fmt.Fprintf(p.err, "Unknown command: %s\n", p.args[1])
		return 255
	}
	q := *p
	q.args = p.args[1:]
	return verb(&q)
}

// pmList is "list packages" and "list users".
func pmList(p *process) int {
	u, args, ok := p.takeUser(p.args[1:])
	switch {
	case ok && len(args) > 0 && (args[0] == "packages" || args[0] == "package"):
	case ok && len(args) > 0 && args[0] == "users":
		return listUsers(p)
	default:
		return p.usage("Error: no list type specified")
	}
	letters, rest := flags(args[1:], "")
	has := func(letter rune) bool { _, ok := letters[letter]; return ok }
	for _, in := range p.device.apps() {
		if !in.users[u] || len(rest) > 0 && !strings.Contains(in.Name, rest[len(rest)-1]) && !strings.HasPrefix(rest[len(rest)-1], "--") ||
			has('3') && in.System || has('s') && !in.System {
			continue
		}
		line := "package:"
		if has('f') {
			line += in.code + "/base.apk="
		}
		line += in.Name
		if slices.Contains(rest, "--show-versioncode") {
			line += fmt.Sprintf(" versionCode:%d", in.VersionCode)
		}
		if has('U') {
			line += fmt.Sprintf(" uid:%d", u*userRange+in.uid)
		}
		fmt.Fprintln(p.out, line)
	}
	return 0
}

func listUsers(p *process) int {
	fmt.Fprintln(p.out, "Users:")
	for _, u := range p.device.users() {
		fmt.Fprintf(p.out, "\tUserInfo{%d:User %d:13} running\n", u, u)
	}
	return 0
}

func pmPath(p *process) int {
	u, args, ok := p.takeUser(p.args[1:])
	if !ok || len(args) == 0 {
		return p.usage("Error: no package specified")
	}
	in := p.device.app(args[0])
	if in == nil || !in.users[u] {
		return 1
	}
	fmt.Fprintf(p.out, "package:%s/base.apk\n", in.code)
	return 0
}

func pmDump(p *process) int {
	if len(p.args) < 2 {
		return p.usage("Error: no package specified")
	}
	return dumpPackage(p, p.args[1])
}

// pmResolve is "resolve-activity --brief": two lines, the second of which is the component.
func pmResolve(p *process) int {
	_, args, _ := p.takeUser(p.args[1:])
	for i, arg := range args {
		if arg == "-p" && i+1 < len(args) {
			args = append(args, args[i+1])
		}
	}
	in := (*app)(nil)
	if len(args) > 0 {
		in = p.device.app(args[len(args)-1])
	}
	if in == nil || in.Activity == "" {
		fmt.Fprintln(p.out, "No activity found")
		return 0
	}
	fmt.Fprintf(p.out, "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n%s\n", in.component())
	return 0
}

// component is the launcher's activity in its short form.
func (in *app) component() string {
	return in.Name + "/" + strings.Replace(in.Activity, in.Name+".", ".", 1)
}

func pmRefuseSession(p *process) int {
	return p.usage("Error: sessions are not there; install the base APK alone")
}

// pmInstall reads the APK from a file, or as many bytes as -S says from standard input.
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
			fmt.Fprintf(p.out, "Failure [INSTALL_PARSE_FAILED_NOT_APK: %s]\n", words(err))
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

// installArgs are the size, -1 for none, the file, and the flags that the release has.
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

// installStream keeps the APK on this machine while it is looked at.
func (d *Device) installStream(in io.Reader, size int64, flags []string) error {
	if size > 0 {
		if !d.tree.take(size) {
			return installError("INSTALL_FAILED_INSUFFICIENT_STORAGE")
		}
		d.tree.give(size)
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

// mayInstall knows the reasons against that have nothing to do with files.
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

func pmUninstall(p *process) int {
	_, args, _ := p.takeUser(p.args[1:])
	_, args = flags(args, "")
	if len(args) == 0 {
		return p.usage("Error: no package specified")
	}
	in := p.device.app(args[0])
	if in == nil {
		fmt.Fprintln(p.out, "Failure [DELETE_FAILED_INTERNAL_ERROR]")
		return 1
	}
	d := p.device
	if !p.step("package", in.Name, "1", "0") {
		return statusCable
	}
	d.stopApp(in.Name)
	d.mu.Lock()
	delete(d.packages, in.Name)
	d.mu.Unlock()
	d.removeCode(in)
	for u := range in.users {
		_ = d.removeTree(in.data(u))
	}
	fmt.Fprintln(p.out, "Success")
	return 0
}
