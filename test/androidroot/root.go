//go:build androidroot && linux

package androidroot

import (
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gleslayergen/gleslayergen/android"
)

// A root is a directory with the userland of Android that programs run in.
type root struct {
	dir        string
	abi        android.ABI
	emulator   string // for another processor; "" for none
	properties map[string]string

	mu  sync.Mutex
	log []string // the lines of logcat

	drained chan bool     // receives when listen has read an empty message
	added   chan struct{} // has a value after lines were added
}

// places are where the files of Android are in the directory of the user: a clone of a repository with /system, or /system of a
// device or an emulator. The first that exists counts.
var places = map[string][]string{
	"lib":        {"system/lib64", "lib64", "system/system/lib64"},
	"linker":     {"apex/com.android.runtime/bin/linker64", "system/apex/com.android.runtime/bin/linker64", "system/bin/bootstrap/linker64", "bin/bootstrap/linker64", "system/system/bin/bootstrap/linker64"},
	"crash_dump": {"apex/com.android.runtime/bin/crash_dump64", "system/apex/com.android.runtime/bin/crash_dump64", "system/bin/crash_dump64", "bin/crash_dump64"},
	"tombstoned": {"system/bin/tombstoned", "bin/tombstoned", "system/system/bin/tombstoned"},
	"bionic":     {"apex/com.android.runtime/lib64/bionic", "system/apex/com.android.runtime/lib64/bionic", "system/lib64/bootstrap", "lib64/bootstrap", "system/system/lib64/bootstrap"},
}

// bits returns 64, or 32 if the environment has BITS=32.
func bits() int {
	if os.Getenv("BITS") == "32" {
		return 32
	}
	return 64
}

// inBits returns a path that has the names of the directories for 64 bits, with those for bits().
func inBits(path string) string {
	if bits() == 32 {
		return strings.NewReplacer("lib64", "lib", "linker64", "linker").Replace(path)
	}
	return path
}

// find returns the file or directory of Android. It fails if there is none.
func find(t *testing.T, name string) string {
	t.Helper()
	aosp := os.Getenv("AOSP")
	if aosp == "" {
		t.Fatal("AOSP is not set; for example: make test-android-root AOSP=DIR, with DIR/system/lib64 of Android (docs/android-testing.md)")
	}
	for _, place := range places[name] {
		path := filepath.Join(aosp, inBits(place))
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Fatalf("%s has none of %s (docs/android-testing.md)", aosp, inBits(strings.Join(places[name], ", ")))
	return ""
}

// newRoot lays out a root with the given properties of the system.
func newRoot(t *testing.T, properties map[string]string) *root {
	t.Helper()
	if os.Getuid() != 0 {
		t.Fatal("run this test as root: it calls chroot")
	}
	lib, linker, bionic := find(t, "lib"), find(t, "linker"), find(t, "bionic")
	r := &root{dir: t.TempDir(), properties: map[string]string{"ro.debuggable": "1", "ro.hardware.egl": "fake", "ro.build.type": "eng", "ro.zygote": "zygote64"}}
	r.abi = abiOf(t, filepath.Join(bionic, "libc.so"))
	r.copyLibraries(t, lib, bionic)
	r.copy(t, linker, "apex/com.android.runtime/bin/linker64", 0o755)
	r.link(t, "/apex/com.android.runtime/bin/linker64", "system/bin/linker64")
	for _, dir := range []string{"dev/socket", "proc", "vendor/lib64/egl", "data/local/debug/gles", "data/local/tmp", "linkerconfig"} {
		r.mkdir(t, dir)
	}
	for name, minor := range map[string]uint32{"null": 3, "zero": 5, "urandom": 9} {
		if err := unix.Mknod(r.path("dev/"+name), unix.S_IFCHR|0o666, int(unix.Mkdev(1, minor))); err != nil {
			t.Fatal(err)
		}
	}
	if emulator := machines[r.abi.Name].emulator; emulator != "" && hostMachine() != "aarch64" {
		r.copyEmulator(t, emulator)
	}
	r.set(t, properties)
	r.listen(t)
	return r
}

// machines are the processors of the ABIs, and their emulators on x86_64.
var machines = map[string]struct {
	machine  elf.Machine
	emulator string
}{
	"x86_64":      {elf.EM_X86_64, ""},
	"x86":         {elf.EM_386, ""},
	"arm64-v8a":   {elf.EM_AARCH64, "qemu-aarch64-static"},
	"armeabi-v7a": {elf.EM_ARM, "qemu-arm-static"},
}

func abiOf(t *testing.T, library string) android.ABI {
	t.Helper()
	f, err := elf.Open(library)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, abi := range android.ABIs() {
		if machines[abi.Name].machine == f.Machine {
			return abi
		}
	}
	t.Fatalf("%s is for %v: Android has no such processor", library, f.Machine)
	return android.ABI{}
}

func hostMachine() string {
	var name unix.Utsname
	_ = unix.Uname(&name)
	return unix.ByteSliceToString(name.Machine[:])
}

func (r *root) path(name string) string {
	return filepath.Join(r.dir, filepath.FromSlash(inBits(name)))
}

func (r *root) mkdir(t *testing.T, name string) {
	t.Helper()
	if err := os.MkdirAll(r.path(name), 0o755); err != nil {
		t.Fatal(err)
	}
}

func (r *root) copy(t *testing.T, from, to string, mode fs.FileMode) {
	t.Helper()
	r.mkdir(t, filepath.Dir(to))
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(r.path(to), text, mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (r *root) link(t *testing.T, to, name string) {
	t.Helper()
	r.mkdir(t, filepath.Dir(name))
	if err := os.Symlink(inBits(to), r.path(name)); err != nil {
		t.Fatal(err)
	}
}

// copyLibraries copies the system's libraries. Those of the C library are in an APEX, and links to them in the system. Some
// repositories store a link as a file with its target.
func (r *root) copyLibraries(t *testing.T, lib, bionic string) {
	t.Helper()
	const runtime = "apex/com.android.runtime/lib64/bionic"
	for _, name := range names(t, bionic) {
		r.copy(t, filepath.Join(bionic, name), runtime+"/"+name, 0o644)
	}
	for _, name := range names(t, lib) {
		if _, err := os.Stat(r.path(runtime + "/" + name)); err == nil {
			r.link(t, "/"+runtime+"/"+name, "system/lib64/"+name)
			continue
		}
		text, err := os.ReadFile(filepath.Join(lib, name))
		if err != nil {
			continue // a link to a file of another part of the system
		}
		if target := strings.TrimSpace(string(text)); len(text) < 200 && strings.HasPrefix(target, "/") {
			r.link(t, target, "system/lib64/"+name)
			continue
		}
		r.copy(t, filepath.Join(lib, name), "system/lib64/"+name, 0o644)
	}
}

func names(t *testing.T, dir string) (names []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*.so"))
	if err != nil || len(all) == 0 {
		t.Fatalf("%s has no libraries: %v", dir, err)
	}
	for _, path := range all {
		names = append(names, filepath.Base(path))
	}
	return names
}

func (r *root) copyEmulator(t *testing.T, name string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("Android's files are for %s: install qemu-user-static", r.abi.Name)
	}
	r.copy(t, path, "qemu", 0o755)
	r.emulator = "/qemu"
}

// set adds properties to the property area.
func (r *root) set(t *testing.T, properties map[string]string) {
	t.Helper()
	for name, value := range properties {
		r.properties[name] = value
	}
	if err := os.WriteFile(r.path("dev/__properties__"), propertyArea(r.properties), 0o444); err != nil {
		t.Fatal(err)
	}
}

// listen is the daemon of the log.
func (r *root) listen(t *testing.T) {
	t.Helper()
	conn, err := listenLog(r.path(logSocket))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	r.drained, r.added = make(chan bool), make(chan struct{}, 1)
	go func() {
		message := make([]byte, 64<<10)
		for {
			n, err := conn.Read(message)
			if err != nil {
				return
			}
			if n == 0 {
				r.drained <- true
			}
			r.add(message[:n])
		}
	}()
}

const logSocket = "dev/socket/logdw"

// listenLog opens the socket in a network namespace whose queues are long: Android's log library drops a message if the queue
// is full. Sockets of the file system work across namespaces.
func listenLog(path string) (conn *net.UnixConn, err error) {
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // and the thread, with its namespace, ends with the goroutine
		if err = unix.Unshare(unix.CLONE_NEWNET); err != nil {
			return
		}
		if err = os.WriteFile("/proc/sys/net/unix/max_dgram_qlen", []byte("100000"), 0); err != nil {
			return
		}
		if conn, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"}); err == nil {
			err = os.Chmod(path, 0o666) // for programs of every user
		}
	}()
	<-done
	return conn, err
}

// drain waits until the messages to the log that were sent before are in r.log.
func (r *root) drain(t *testing.T) {
	t.Helper()
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: r.path(logSocket), Net: "unixgram"})
	if err == nil {
		_, err = conn.Write(nil)
		conn.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	<-r.drained
}

// add adds the lines of a message: 11 bytes of head, the priority, the tag and the text.
func (r *root) add(message []byte) {
	const head = 11
	if len(message) < head+2 {
		return
	}
	tag, text, _ := strings.Cut(string(message[head+1:]), "\x00")
	defer func() {
		select {
		case r.added <- struct{}{}:
		default:
		}
	}()
	r.mu.Lock()
	defer r.mu.Unlock()
	for line := range strings.Lines(strings.TrimRight(text, "\x00")) {
		r.log = append(r.log, fmt.Sprintf("%c %s: %s", "??VDIWEFS"[min(message[head], 8)], tag, strings.TrimRight(line, "\n")))
	}
}

// forget empties the log.
func (r *root) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = nil
}

// lines returns the lines of the log with a tag.
func (r *root) lines(tag string) (some []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, line := range r.log {
		if strings.HasPrefix(line[1:], " "+tag+":") {
			some = append(some, line)
		}
	}
	return some
}

// waitFor returns when the log has a line with the tag that contains the text.
func (r *root) waitFor(t *testing.T, tag, text string) {
	t.Helper()
	timeout := time.After(time.Minute)
	for !slices.ContainsFunc(r.lines(tag), func(line string) bool { return strings.Contains(line, text) }) {
		select {
		case <-r.added:
		case <-timeout:
			t.Fatalf("the log has no line %q\n%s", text, strings.Join(r.lines(tag), "\n"))
		}
	}
}

// run runs a program in the root, in namespaces of its own, and returns its output.
func (r *root) run(t *testing.T, env []string, args ...string) (string, error) {
	t.Helper()
	return r.runIn(t, 2*time.Minute, nil, env, args)
}

// runFor is run with a time limit, after which the program and its children are killed. The program is the first process of a
// namespace, so it cannot kill itself; in one, the emulator cannot end by a signal either.
func (r *root) runFor(t *testing.T, limit time.Duration, env []string, args ...string) (string, error) {
	t.Helper()
	var namespaces []string
	if r.emulator == "" {
		namespaces = []string{"-p", "-f", "--kill-child"}
	}
	return r.runIn(t, limit, namespaces, env, args)
}

func (r *root) runIn(t *testing.T, limit time.Duration, namespaces, env, args []string) (string, error) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), limit)
	defer stop()
	cmd := r.cmd(ctx, namespaces, env, args)
	out, err := cmd.CombinedOutput()
	r.drain(t)
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		t.Fatalf("unshare: %v", err)
	}
	return string(out), err
}

// cmd returns the command that runs a program in the root.
func (r *root) cmd(ctx context.Context, namespaces, env, args []string) *exec.Cmd {
	if r.emulator != "" {
		args = append([]string{r.emulator}, args...)
	}
	const script = `mount -t proc proc "$R/proc" || mount --rbind /proc "$R/proc"; exec env -i ANDROID_ROOT=/system ANDROID_DATA=/data "$@"`
	chroot, err := exec.LookPath("chroot")
	if err != nil {
		chroot = "/usr/sbin/chroot"
	}
	namespaces = append([]string{"-n", "-m"}, namespaces...)
	cmd := exec.CommandContext(ctx, "unshare", slices.Concat(namespaces, []string{"sh", "-c", script, "sh"}, env, []string{chroot, r.dir}, args)...)
	cmd.Env = append(os.Environ(), "R="+r.dir)
	return cmd
}
