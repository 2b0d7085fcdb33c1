package golden

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/crumbs"
)

// crumbFunctions are the functions of testdata/breadcrumbs/app.c, in its order.
var crumbFunctions = []string{"glClear", "glCreateShader", "glDrawArrays", "glTexImage2D", "glUniform4f", "eglSwapBuffers"}

// crumbStage has the layer and the program that the tests of the module breadcrumbs share.
type crumbStage struct{ lib, app string }

// newCrumbStage builds a layer in C and the program.
func newCrumbStage(t *testing.T) crumbStage {
	t.Helper()
	q := inC(request("passive", "none", crumbFunctions))
	q.Config.Sets = []string{"breadcrumbs"}
	dir := kase{name: "breadcrumbs", request: q}.write(t)
	command(t, dir, "make", "layer", "CFLAGS=-O2 -g -Wshadow -Werror")
	app := filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", app, "testdata/breadcrumbs/app.c", "-ldl")
	return crumbStage{filepath.Join(dir, "build", "host", "libgleslayer.so"), app}
}

// crumbRun is a run of the program, with the directory of the layer's files.
type crumbRun struct {
	cmd     *exec.Cmd
	dir     string
	witness string
	log     strings.Builder
	out     io.ReadCloser
}

// start starts the program: threads that make calls until their end, or after so many calls.
func (s crumbStage) start(t *testing.T, threads int, ending string, calls int, env ...string) *crumbRun {
	t.Helper()
	dir := t.TempDir()
	r := &crumbRun{dir: filepath.Join(dir, "crumbs"), witness: filepath.Join(dir, "witness")}
	if err := os.Mkdir(r.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r.cmd = exec.CommandContext(t.Context(), s.app, s.lib, r.witness, strconv.Itoa(threads), ending, strconv.Itoa(calls))
	r.cmd.Env = append(append(os.Environ(), "XDG_CONFIG_HOME="+dir, "GLESLAYER_BREADCRUMBS_ON=1", "GLESLAYER_BREADCRUMBS_DIRECTORY="+r.dir), env...)
	r.cmd.Stderr = &r.log
	var err error
	if r.out, err = r.cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return r
}

// wait waits for the end and returns the signal that ended the program, or 0.
func (r *crumbRun) wait(t *testing.T) syscall.Signal {
	t.Helper()
	err := r.cmd.Wait()
	status := r.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if err != nil && !status.Signaled() {
		t.Fatalf("%v\n%s", err, r.log.String())
	}
	if status.Signaled() {
		return status.Signal()
	}
	return 0
}

// files reads the layer's files, by the PID in their names.
func (r *crumbRun) files(t *testing.T) map[int]*crumbs.File {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(r.dir, "gleslayer-*.crumbs"))
	list := map[int]*crumbs.File{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := crumbs.Read(data)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		list[f.PID] = f
	}
	return list
}

// A seen is what the driver saw of a thread.
type seen struct {
	entered, left uint64 // numbers of calls
	function      string // of the call that was entered last
}

// seenBy reads the driver's file, by thread id.
func (r *crumbRun) seenBy(t *testing.T) map[int]seen {
	t.Helper()
	data, err := os.ReadFile(r.witness)
	if err != nil {
		t.Fatal(err)
	}
	list := map[int]seen{}
	for ; len(data) >= 64; data = data[64:] {
		if id := binary.LittleEndian.Uint32(data[16:]); id != 0 {
			list[int(id)] = seen{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:]), crumbFunctions[binary.LittleEndian.Uint32(data[20:])]}
		}
	}
	return list
}

// checkThread compares the calls of a thread with those that the program makes, and the last one with the driver's.
func checkThread(th *crumbs.Thread, driver seen) error {
	if len(th.Calls) == 0 {
		if driver.entered == 0 {
			return nil
		}
		return fmt.Errorf("no call in the file; the driver saw %d", driver.entered)
	}
	for i := range th.Calls {
		if err := checkCall(&th.Calls[i], i == len(th.Calls)-1); err != nil {
			return err
		}
	}
	last := th.Calls[len(th.Calls)-1]
	switch {
	case last.Number == driver.entered+1 && !last.Returned: // the program ended between the layer and the driver
	case last.Number != driver.entered:
		return fmt.Errorf("the last call in the file is %d; the driver saw %d", last.Number, driver.entered)
	case last.Function.Name != driver.function:
		return fmt.Errorf("the last call in the file is of %s; that of the driver %s", last.Function.Name, driver.function)
	case last.Returned && driver.left < driver.entered:
		return fmt.Errorf("call %d returned in the file, and not from the driver", last.Number)
	}
	if stored := min(last.Number, 4096); uint64(len(th.Calls)) < stored-1 { // one may be half written
		return fmt.Errorf("%d calls are in the file of %d", len(th.Calls), stored)
	}
	return nil
}

// checkCall compares a call with that of the same number in the program.
func checkCall(c *crumbs.Call, last bool) error {
	n := uint32(c.Number)
	want := crumbFunctions[(n*2654435761>>16)%uint32(len(crumbFunctions))]
	at := map[string]int{"glClear": 0, "glCreateShader": 0, "glDrawArrays": 2, "glTexImage2D": 3, "glUniform4f": 0, "eglSwapBuffers": 1}[want]
	switch {
	case c.Function.Name != want || c.Args[at] != uint64(n):
		return fmt.Errorf("call %d is %s%v; want %s", n, c.Function.Name, c.Args, want)
	case want == "glTexImage2D" && c.Args[8] != uint64(n)<<32:
		return fmt.Errorf("call %d: pixels=%#x", n, c.Args[8])
	case want == "glDrawArrays" && int64(c.Args[1]) != -1:
		return fmt.Errorf("call %d: first=%d", n, int64(c.Args[1]))
	case !c.Returned && !last:
		return fmt.Errorf("call %d of %s did not return, and is not the last one", n, want)
	case want == "glCreateShader" && c.Returned && *c.Result != uint64(n^0x5555):
		return fmt.Errorf("call %d returned %#x", n, *c.Result)
	}
	return nil
}

// check compares the file of the process with what the driver saw, and returns the number of calls that did not return.
func (r *crumbRun) check(t *testing.T) int {
	t.Helper()
	list := r.files(t)
	f := list[r.cmd.Process.Pid]
	if f == nil || len(list) != 1 {
		t.Fatalf("%d files, not one of process %d\n%s", len(list), r.cmd.Process.Pid, r.log.String())
	}
	drivers, unfinished := r.seenBy(t), 0
	for i := range f.Threads {
		th := &f.Threads[i]
		if err := checkThread(th, drivers[th.ID]); err != nil {
			t.Errorf("%v: thread %d: %v", r.cmd.Args[3:], th.ID, err)
		}
		unfinished += len(th.Unfinished())
		delete(drivers, th.ID)
	}
	for id, d := range drivers {
		if d.entered > 0 {
			t.Errorf("thread %d is not in the file; the driver saw %d calls", id, d.entered)
		}
	}
	return unfinished
}

// killed runs the program, and ends it in a random way at a random moment.
func (s crumbStage) killed(t *testing.T, random *rand.Rand) int {
	t.Helper()
	signal := []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV, syscall.SIGABRT}[random.IntN(3)]
	ending, calls := "run", 0
	if inside := random.IntN(2) == 0; inside && signal != syscall.SIGKILL {
		ending = map[syscall.Signal]string{syscall.SIGSEGV: "segv", syscall.SIGABRT: "abort"}[signal]
		calls = 1 + random.IntN(20000)
	}
	r := s.start(t, 1+random.IntN(4), ending, calls)
	if ending == "run" {
		if _, err := bufio.NewReader(r.out).ReadString('\n'); err != nil {
			t.Errorf("%v\n%s", err, r.log.String())
		}
		time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond) // the test varies the time of the kill
		if err := r.cmd.Process.Signal(signal); err != nil {
			t.Error(err)
		}
	}
	if got := r.wait(t); got != signal {
		t.Errorf("%s: ended by %v, not %v", ending, got, signal)
	}
	unfinished := r.check(t)
	if ending != "run" && unfinished == 0 {
		t.Errorf("%s at call %d: no call in the file did not return", ending, calls)
	}
	if err := os.RemoveAll(r.dir); err != nil {
		t.Error(err)
	}
	return unfinished
}

// kill kills the program so many times.
func (s crumbStage) kill(t *testing.T, times int, seed uint64) {
	t.Helper()
	random, inside := rand.New(rand.NewPCG(seed, 0)), 0
	for range times {
		if s.killed(t, random) > 0 {
			inside++
		}
	}
	t.Logf("%d kills, %d of them during a call", times, inside)
	if inside == 0 {
		t.Error("no kill was during a call")
	}
}

// After a kill or a crash at a random moment, the file names the last call of each thread. TestBreadcrumbsOfManyKills
// has a thousand.
func TestBreadcrumbs(t *testing.T) {
	s := newCrumbStage(t)
	t.Run("kills", func(t *testing.T) { s.kill(t, 25, 1) })
	t.Run("off", s.testOff)
	t.Run("fork", s.testFork)
	t.Run("threads", s.testThreads)
	t.Run("old files", s.testOldFiles)
	t.Run("no permission", s.testNoPermission)
	t.Run("no space", s.testNoSpace)
	t.Run("directory", s.testDirectory)
	t.Run("relative", s.testRelative)
}

// Without the setting, there is no file.
func (s crumbStage) testOff(t *testing.T) {
	for _, value := range []string{"", "off"} {
		r := s.start(t, 1, "exit", 10, "GLESLAYER_BREADCRUMBS_ON="+value)
		r.wait(t)
		if len(r.files(t)) != 0 || strings.Contains(r.log.String(), ".crumbs") {
			t.Errorf("%q: %d files\n%s", value, len(r.files(t)), r.log.String())
		}
	}
}

// A forked child has a file of its own. The file of the parent has none of its calls.
func (s crumbStage) testFork(t *testing.T) {
	r := s.start(t, 1, "fork", 1000)
	r.wait(t)
	list := r.files(t)
	parent := list[r.cmd.Process.Pid]
	delete(list, r.cmd.Process.Pid)
	if parent == nil || len(list) != 1 {
		t.Fatalf("%d files\n%s", len(list), r.log.String())
	}
	if n := len(parent.Threads[0].Calls); n != 2000 {
		t.Errorf("the parent has %d calls", n)
	}
	for pid, child := range list {
		if len(child.Threads) != 1 || child.Threads[0].ID != pid || len(child.Threads[0].Calls) != 1000 {
			t.Errorf("the child %d has %v", pid, child.Threads)
		}
	}
}

// 64 threads have rings at the same time. A new thread gets the ring of one that ended; without one, it is counted.
func (s crumbStage) testThreads(t *testing.T) {
	r := s.start(t, 70, "one by one", 50)
	r.wait(t)
	f := r.files(t)[r.cmd.Process.Pid]
	if f == nil || len(f.Threads) != 64 || f.Refused != 0 {
		t.Fatalf("one by one: %v\n%s", f, r.log.String())
	}
	drivers := r.seenBy(t)
	for _, th := range f.Threads {
		if len(th.Calls) != 50 || !th.Ended || drivers[th.ID].left != 50 {
			t.Errorf("thread %d: %d calls", th.ID, len(th.Calls))
		}
		delete(drivers, th.ID)
	}
	if len(drivers) != 6 {
		t.Errorf("%d threads are not in the file", len(drivers))
	}
	r = s.start(t, 70, "run", 0)
	r.waitForAll(t, 70)
	if err := r.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	r.wait(t)
	f = r.files(t)[r.cmd.Process.Pid]
	if f == nil || len(f.Threads) != 64 || f.Refused != 6 || strings.Count(r.log.String(), "64 threads are recorded") != 1 {
		t.Errorf("at the same time: %v\n%s", f, r.log.String())
	}
}

// waitForAll waits until the driver has seen a call of so many threads.
func (r *crumbRun) waitForAll(t *testing.T, threads int) {
	t.Helper()
	if _, err := bufio.NewReader(r.out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	for {
		calling := 0
		for _, d := range r.seenBy(t) {
			if d.entered > 0 {
				calling++
			}
		}
		if calling == threads || t.Context().Err() != nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// The directory keeps the newest 8 files of the layer, those that a process writes, and all other files.
func (s crumbStage) testOldFiles(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		write(t, filepath.Join(dir, fmt.Sprintf("gleslayer-1700000000%03d-%d.crumbs", i, 100+i)), "")
	}
	others := []string{"gleslayer-17-1.crumbs", "other-1700000000000-1.crumbs", "gleslayer-1700000000000-1.crumbs.txt", "gleslayer-1700000000000-.crumbs"}
	for _, name := range others {
		write(t, filepath.Join(dir, name), "")
	}
	held, err := os.Open(filepath.Join(dir, "gleslayer-1700000000003-103.crumbs"))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := syscall.Flock(int(held.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	r := s.start(t, 1, "exit", 10, "GLESLAYER_BREADCRUMBS_DIRECTORY="+dir)
	r.wait(t)
	var ours []string
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if !slices.Contains(others, e.Name()) {
			ours = append(ours, e.Name())
		}
	}
	if err != nil || len(entries) != len(ours)+len(others) || len(ours) != 9 || ours[0] != filepath.Base(held.Name()) || ours[1] != "gleslayer-1700000000013-113.crumbs" {
		t.Errorf("%v: %q", err, ours)
	}
	if info, err := os.Stat(filepath.Join(dir, ours[8])); err != nil || info.Mode().Perm() != 0o600 || info.Size() < 1<<20 {
		t.Errorf("%v %v", info, err)
	}
}

// If the file cannot be created, the log says why, and the program runs.
func (s crumbStage) testNoPermission(t *testing.T) {
	for dir, want := range map[string]string{"/proc/self": "create /proc/self/gleslayer-", "/no/such/directory": "open directory /no/such/directory: No such file or directory"} {
		r := s.start(t, 2, "exit", 100, "GLESLAYER_BREADCRUMBS_DIRECTORY="+dir)
		r.wait(t)
		if strings.Count(r.log.String(), want) != 1 || !strings.Contains(r.log.String(), "stays off") {
			t.Errorf("%s: %s", dir, r.log.String())
		}
		for _, d := range r.seenBy(t) {
			if d.left != 100 {
				t.Errorf("%s: %d calls", dir, d.left)
			}
		}
	}
}

// If the file cannot grow, the log says why, and no file stays.
func (s crumbStage) testNoSpace(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -f 64; exec "$@"`, "sh", s.app, s.lib, filepath.Join(t.TempDir(), "witness"), "3", "exit", "200")
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+dir, "GLESLAYER_BREADCRUMBS_ON=1", "GLESLAYER_BREADCRUMBS_DIRECTORY="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "reserve space in "+dir) != 1 || !strings.Contains(string(out), "File too large; the module stays off") {
		t.Errorf("%v\n%s", err, out)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%v: %v", err, entries)
	}
}

// Without a directory, the file is in a directory of the user.
func (s crumbStage) testDirectory(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ env, want string }{
		{"XDG_STATE_HOME=" + dir + "/state", dir + "/state/gleslayergen"},
		{"HOME=" + dir + "/home", dir + "/home/.local/state/gleslayergen"},
		{"TMPDIR=" + dir, dir},
	} {
		env := []string{"GLESLAYER_BREADCRUMBS_DIRECTORY=", "XDG_STATE_HOME=", "HOME=", c.env}
		r := s.start(t, 1, "exit", 10, env...)
		r.wait(t)
		if found, _ := filepath.Glob(filepath.Join(c.want, "gleslayer-*.crumbs")); len(found) != 1 || !strings.Contains(r.log.String(), "breadcrumbs: "+found[0]) {
			t.Errorf("%s: %q\n%s", c.env, found, r.log.String())
		}
	}
}

// A directory that is not absolute is refused, and the file is in the default one.
func (s crumbStage) testRelative(t *testing.T) {
	state := t.TempDir()
	r := s.start(t, 1, "exit", 10, "GLESLAYER_BREADCRUMBS_DIRECTORY=crumbs", "XDG_STATE_HOME="+state)
	r.wait(t)
	found, _ := filepath.Glob(filepath.Join(state, "gleslayergen", "gleslayer-*.crumbs"))
	if want := "breadcrumbs.directory=crumbs: must be an absolute path; the default is used"; len(found) != 1 || strings.Count(r.log.String(), want) != 1 {
		t.Errorf("%q\n%s", found, r.log.String())
	}
}
