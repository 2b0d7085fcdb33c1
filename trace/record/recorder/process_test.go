//go:build linux

package recorder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// A child process neither records nor ends its parent's recording. A child that executes a program records
// itself.
func TestFork(t *testing.T) {
	dir := t.TempDir()
	for name, settings := range map[string][]string{"silent": nil, "anew": {"CHILD_STARTS=1"}} {
		t.Run(name, func(t *testing.T) {
			cmd := command(t, program(t), append(settings, "GLTRACE_FILE="+filepath.Join(dir, name+"-%p")), "fork", "1000")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			made, err := filepath.Glob(filepath.Join(dir, name+"-*"))
			if err != nil || len(made) != 1+len(settings) {
				t.Fatalf("files %v, %v", made, err)
			}
			for _, path := range made {
				f := open(t, path)
				checkEnd(t, f, "exit")
				parent := f.Hello().Pid == uint32(cmd.Process.Pid)
				if want := 5 * 1000; f.Len() != want && !(parent && f.Len() == want+5) || !strings.HasSuffix(path, pidOf(f)) {
					t.Errorf("%s: %d calls, Hello %v", path, f.Len(), f.Hello())
				}
			}
		})
	}
}

// A recording is complete where exit runs no destructors, as on Android.
func TestExitWithoutDestructors(t *testing.T) {
	const rounds = 5000
	f := play(t, []string{"NO_DESTRUCTORS=1"}, "mix", fmt.Sprint(rounds))
	checkEnd(t, f, "exit")
	if f.Len() != 5*rounds {
		t.Errorf("%d calls, want %d", f.Len(), 5*rounds)
	}
}

// The recording of a program that was killed knows how many calls it lacks: with those in it, they are exactly the calls of the
// program, also those without room in the buffers.
func TestUnaccountedCalls(t *testing.T) {
	for _, rounds := range []int{1, 3000, 200000} {
		name := filepath.Join(t.TempDir(), "a.gltrace")
		cmd := command(t, program(t), []string{"GLTRACE_FILE=" + name, "GLTRACE_START=1"}, "die", fmt.Sprint(rounds))
		if err := cmd.Run(); err == nil {
			t.Fatal("the program was not killed")
		}
		f := open(t, name)
		lost, known := f.Unaccounted()
		got := uint64(f.Len()) + f.Totals().Dropped + lost
		if want := uint64(3 * 5 * rounds); !known || got != want || f.IsWhole() {
			t.Errorf("%d calls in the recording, %d dropped, %d unaccounted (%v): %d in all, want %d; whole: %v", f.Len(), f.Totals().Dropped, lost, known, got, want, f.IsWhole())
		}
		t.Logf("%d rounds: %d calls, %d dropped, %d unaccounted", rounds, f.Len(), f.Totals().Dropped, lost)
	}
}

// A process with the setting folder=none records to its file, and registers nowhere.
func TestHidden(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.gltrace")
	cmd := command(t, program(t), []string{"GLTRACE_FOLDER=none", "GLTRACE_FILE=" + name, "GLTRACE_START=1"}, "mix", "100")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "control directory") {
		t.Fatalf("%v\n%s", err, out)
	}
	checkEnd(t, open(t, name), "exit")
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

// A recording with an end leaves no file with the numbers of calls.
func TestCountsAreRemoved(t *testing.T) {
	dir := t.TempDir()
	cmd := command(t, program(t), []string{"GLTRACE_FILE=" + filepath.Join(dir, "a.gltrace"), "GLTRACE_START=1"}, "mix", "100")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.calls")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// Calls that were written before a process was killed can be read.
func TestKill(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.gltrace")
	a := start(t, program(t), []string{"GLTRACE_FILE=" + name}, "serve", "0")
	written := 0
	a.await("a file with calls", func() bool {
		if f, err := file.Open(name); err == nil {
			written = f.Len()
			f.Close()
		}
		return written >= 5000
	})
	if err := a.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = a.cmd.Wait()
	f := open(t, name)
	if f.End() != nil || f.Totals().Damaged != 0 {
		t.Errorf("End %v, %d damaged", f.End(), f.Totals().Damaged)
	}
	if f.Len() < written {
		t.Errorf("%d calls, want %d", f.Len(), written)
	}
	for n, call := range all(t, f) {
		if want := mix(n % 100 / 5)[n%5]; text(call) != want {
			t.Fatalf("call %d is %q, want %q", n, text(call), want)
		}
	}
}

// A file that reaches its size limit has an End with the reason, and the program continues.
func TestFull(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.gltrace")
	path := program(t)
	cmd := command(t, "/bin/sh", []string{"GLTRACE_FILE=" + name}, "-c", `ulimit -f 200; exec "$0" frames 300`, path)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "recording ended: full") {
		t.Fatalf("%v\n%s", err, out)
	}
	f := open(t, name)
	checkEnd(t, f, "full")
	if f.Len() == 0 || f.Size() > 200*1024 {
		t.Errorf("%d calls in %d bytes", f.Len(), f.Size())
	}
}

// A program continues if its files may have no or few bytes, so that the mapped file with the numbers of calls has no space.
func TestSmallLimit(t *testing.T) {
	for _, blocks := range []string{"0", "1", "40"} {
		name := filepath.Join(t.TempDir(), "a.gltrace")
		cmd := command(t, "/bin/sh", []string{"GLTRACE_FILE=" + name}, "-c", `ulimit -f "$1"; exec "$0" frames 300`, program(t), blocks)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s blocks: %v\n%s", blocks, err, out)
		}
	}
}

// On a full disk, the recording ends and the program continues, with each number of free KiB.
func TestDiskFull(t *testing.T) {
	const size = 128
	for _, free := range []int{0, 4, 20, 50, size} {
		dir := t.TempDir()
		inside := `mount -t tmpfs -o size=128k none "$1" && head -c "$3" /dev/zero >"$1/fill" && "$0" frames 300 2>"$2"; status=$?; cp "$1"/a "$2.copy"; exit $status`
		cmd := command(t, "unshare", []string{"GLTRACE_FILE=" + filepath.Join(dir, "disk", "a")},
			"--user", "--map-root-user", "--mount", "/bin/sh", "-c", inside, program(t), filepath.Join(dir, "disk"), filepath.Join(dir, "said"), fmt.Sprint((size-free)<<10))
		if err := os.Mkdir(filepath.Join(dir, "disk"), 0o700); err != nil {
			t.Fatal(err)
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%d KiB: %v\n%s", free, err, out)
		}
		if printed, err := os.ReadFile(filepath.Join(dir, "said")); err != nil || !strings.Contains(string(printed), "recording ended: disk: writing the file failed: No space left on device") {
			t.Errorf("%d KiB: %v: %s", free, err, printed)
		}
		if free >= 50 { // there is space for the Hello and the End
			checkEnd(t, open(t, filepath.Join(dir, "said.copy")), "disk")
		}
	}
}

// An existing file is not overwritten, and a symbolic link is not followed.
func TestFileThatIsThere(t *testing.T) {
	dir := t.TempDir()
	there, link := filepath.Join(dir, "there"), filepath.Join(dir, "link")
	if err := os.WriteFile(there, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{there, link, filepath.Join(dir, "none", "a")} {
		cmd := command(t, program(t), []string{"GLTRACE_FILE=" + name}, "mix", "100")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "cannot create the recording "+name+": ") {
			t.Errorf("%v: %s", err, out)
		}
	}
	if content, err := os.ReadFile(there); err != nil || string(content) != "mine" {
		t.Errorf("%v: %q", err, content)
	}
	if _, err := os.Lstat(filepath.Join(dir, "elsewhere")); err == nil {
		t.Error("the link was followed")
	}
}

func pidOf(f *file.File) string { return fmt.Sprint("-", f.Hello().Pid) }
