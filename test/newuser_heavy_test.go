//go:build heavy && linux

package test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The limits of the first hour of a user: what make demo downloads on a machine that has only Debian's required packages, in
// bytes, and the processor time that it then takes with an empty build cache: two minutes on two cores of the machine where
// the limits of the benchmarks were set. A slower machine scales it.
const (
	maxDemoDownload = 130e6
	maxDemoTime     = 2 * 2 * time.Minute
)

// TestNewUser follows a user with a new machine: a root file system with Debian's required packages and those that deps.tsv lists
// for make demo, with Go and its modules, an empty home and no network. make demo succeeds there, and so do the commands of
// the README.
func TestNewUser(t *testing.T) {
	listed := demoPackages(t)
	base := requiredPackages(t)
	added, size := simulateInstall(t, listed, base)
	t.Logf("make demo installs %d packages: %.0f MB", len(added), float64(size)/1e6)
	if size > maxDemoDownload {
		t.Errorf("make demo downloads %d bytes; the maximum is %.0f", size, maxDemoDownload)
	}
	root := newMachine(t, append(added, base...))
	log, used := runInside(t, root, "make --no-print-directory demo")
	if !strings.Contains(log, "Run the program with the layer") {
		t.Errorf("make demo did not run a program:\n%s", log)
	}
	most := slower(t) * maxDemoTime.Seconds()
	t.Logf("make demo: %v of processor time, limit %.0f s", used.Round(time.Second), most)
	if used.Seconds() > most {
		t.Errorf("make demo took %v of processor time; the maximum is %.0f s", used, most)
	}
	runInside(t, root, strings.Join([]string{
		"build/gleslayergen new mylayer --active --intercept eglChooseConfig --out /root/mylayer",
		"export PATH=$PATH:$PWD/build",
		"cd /root/mylayer",
		"env PATH=/go/bin:/usr/bin make", // without gleslayergen
		"env PATH=/go/bin:/usr/bin make test",
		"sed -i 's/^\treturn next/\tgles.Logf(\"called\")\\n&/' hooks.go",
		"gleslayergen vet",
		"gleslayergen build",
		"gleslayergen update --check",
	}, " && "))
}

// slower returns how many times slower this machine is than the one of the limits: at least 1.
func slower(t *testing.T) float64 {
	t.Helper()
	turns := measure.Turns{Title: "speed of this machine", Rounds: 5}
	got, err := turns.Run(t.Context(), measure.CPU)
	if err != nil {
		t.Fatal(err)
	}
	return max(1, measure.Scaled(1, "", got[measure.CPU.Name]).Value)
}

// demoPackages returns the packages that deps.tsv lists for make demo.
func demoPackages(t *testing.T) (names []string) {
	t.Helper()
	text, err := os.ReadFile("../scripts/deps.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Split(line, "\t"); !strings.HasPrefix(line, "#") && len(fields) > 2 && fields[1] == "demo" {
			names = append(names, fields[0])
		}
	}
	return names
}

// requiredPackages returns the installed packages that every Debian system has: the required ones and what they depend on.
func requiredPackages(t *testing.T) []string {
	t.Helper()
	depends := map[string][]string{}
	var queue []string
	for line := range strings.Lines(output(t, "dpkg-query", "-W", "-f", "${Package}\t${Priority}\t${Essential}\t${Pre-Depends}, ${Depends}\n")) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4)
		for _, one := range regexp.MustCompile(`[,|]`).Split(fields[3], -1) {
			name, _, _ := strings.Cut(strings.TrimSpace(one), " ")
			name, _, _ = strings.Cut(name, ":")
			depends[fields[0]] = append(depends[fields[0]], name)
		}
		if fields[1] == "required" || fields[2] == "yes" || fields[0] == "apt" {
			queue = append(queue, fields[0])
		}
	}
	found := map[string]bool{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if deps, installed := depends[name]; installed && !found[name] {
			found[name] = true
			queue = append(queue, deps...)
		}
	}
	var names []string
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// simulateInstall returns the packages that apt would add to those of base, and the bytes that it would download.
func simulateInstall(t *testing.T, packages, base []string) (added []string, size int64) {
	t.Helper()
	all, err := os.ReadFile("/var/lib/dpkg/status")
	if err != nil {
		t.Fatal(err)
	}
	var status bytes.Buffer
	for paragraph := range strings.SplitSeq(string(all), "\n\n") {
		if name, _, _ := strings.Cut(strings.TrimPrefix(paragraph, "Package: "), "\n"); slices.Contains(base, name) {
			fmt.Fprintf(&status, "%s\n\n", paragraph)
		}
	}
	file := filepath.Join(t.TempDir(), "status")
	if err := os.WriteFile(file, status.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-y", "-o", "Dir::State::status=" + file, "-o", "Dir::Cache::archives=" + filepath.Dir(file) + "/", "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=", "-o", "Debug::NoLocking=1", "--no-install-recommends", "install"}
	uris := output(t, "apt-get", append(append([]string{"--print-uris"}, args...), packages...)...)
	for _, m := range regexp.MustCompile(`(?m)^'[^']*' (\S+?)_\S+ (\d+) `).FindAllStringSubmatch(uris, -1) {
		n, err := strconv.ParseInt(m[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		added, size = append(added, m[1]), size+n
	}
	for _, name := range packages {
		if !slices.Contains(added, name) && !slices.Contains(base, name) {
			t.Errorf("apt does not install %s", name)
		}
	}
	return added, size
}

// newMachine creates a root file system with the files of packages, and a copy of the repository in /src.
func newMachine(t *testing.T, packages []string) (root string) {
	t.Helper()
	root = t.TempDir()
	for _, dir := range []string{"usr/bin", "usr/sbin", "usr/lib", "usr/lib32", "usr/lib64", "usr/libx32", "etc", "proc", "dev", "tmp", "root", "src", "go", "modules", "var/tmp"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{"bin", "sbin", "lib", "lib32", "lib64", "libx32"} {
		if err := os.Symlink("usr/"+dir, filepath.Join(root, dir)); err != nil {
			t.Fatal(err)
		}
	}
	var list bytes.Buffer
	for _, name := range packages {
		files, err := exec.Command("dpkg-query", "-L", name).Output()
		if err != nil {
			t.Fatalf("%s is not installed: %v; make deps", name, err)
		}
		for path := range strings.Lines(string(files)) {
			path = strings.TrimSuffix(path, "\n")
			// usr/share has documents and icons, except for the data of EGL and of Mesa.
			if strings.HasPrefix(path, "/usr/share/") && !strings.HasPrefix(path, "/usr/share/glvnd/") && !strings.HasPrefix(path, "/usr/share/drirc.d/") {
				continue
			}
			if info, err := os.Lstat(path); err == nil && !info.IsDir() {
				fmt.Fprintln(&list, strings.TrimPrefix(resolveDir(path), "/"))
			}
		}
	}
	links, _ := filepath.Glob("/usr/bin/*") // cc and others are links of update-alternatives, which no package owns
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && strings.HasPrefix(to, "/etc/alternatives/") {
			fmt.Fprintln(&list, strings.TrimPrefix(link, "/"))
		}
	}
	list.WriteString("etc/alternatives\netc/ssl/certs\netc/passwd\netc/ld.so.conf\netc/ld.so.conf.d\n")
	pipe(t, list.Bytes(), "tar -C / --no-overwrite-dir -cf - --hard-dereference -T - 2>/dev/null | tar -C '"+root+"' -xf -")
	tracked := output(t, "git", "-C", "..", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	pipe(t, []byte(tracked), "tar -C .. --null --ignore-failed-read -cf - -T - 2>/dev/null | tar -C '"+root+"/src' -xf -")
	return root
}

// resolveDir returns a path without symbolic links in its directory, such as /lib on Debian.
func resolveDir(path string) string {
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	return filepath.Join(dir, filepath.Base(path))
}

// pipe runs a shell command with standard input.
func pipe(t *testing.T, in []byte, script string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", script)
	cmd.Stdin = bytes.NewReader(in)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// runInside runs a script in /src of the machine, without network, and returns its output and the processor time that it took.
func runInside(t *testing.T, root, script string) (log string, used time.Duration) {
	t.Helper()
	goRoot, modules := strings.TrimSpace(output(t, "go", "env", "GOROOT")), strings.TrimSpace(output(t, "go", "env", "GOMODCACHE"))
	setup := `set -e
mount --bind "$GOROOT" "$ROOT/go"
mount --bind "$MODULES" "$ROOT/modules"
mount -o remount,bind,ro "$ROOT/modules"
mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
exec chroot "$ROOT" /usr/bin/env -i HOME=/root PATH=/go/bin:/usr/sbin:/usr/bin:/sbin:/bin GOMODCACHE=/modules GOPROXY=off GOTOOLCHAIN=local TERM=dumb sh -c "ldconfig && cd /src && $SCRIPT"`
	args := []string{"--mount", "--pid", "--net", "--fork", "--kill-child", "sh", "-c", setup}
	if os.Getuid() != 0 {
		args = append([]string{"--user", "--map-root-user"}, args...)
	}
	cmd := exec.Command("unshare", args...)
	cmd.Env = append(os.Environ(), "ROOT="+root, "GOROOT="+goRoot, "MODULES="+modules, "SCRIPT="+script)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return string(out), time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	return string(out)
}
