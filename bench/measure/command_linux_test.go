package measure

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

func shell(script string) Command { return Command{Args: []string{"sh", "-c", script}} }

func TestRun(t *testing.T) {
	u, err := shell("echo $WORD").with("WORD=hello").Run(t.Context())
	if err != nil || u.Out != "hello\n" || u.Wall <= 0 {
		t.Errorf("%+v, %v", u, err)
	}
	_, err = shell("echo why >&2; exit 3").Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "why") || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("error %v", err)
	}
	_, err = Command{Args: []string{"gleslayergen-no-such-program"}}.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "make deps") {
		t.Errorf("error %v", err)
	}
}

func (c Command) with(env string) Command {
	c.Env = append(c.Env, env)
	return c
}

// The children of a command end with it, even if they are in other process groups.
func TestGroupEnds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		testutil.Poll(func() bool { text, _ := os.ReadFile(file); return strings.HasSuffix(string(text), "\n") })
		cancel()
	}()
	if _, err := shell("sleep 1000 & echo $! > " + file + "; wait").Run(ctx); err == nil {
		t.Fatal("no error")
	}
	text, _ := os.ReadFile(file)
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	testutil.Eventually(t, fmt.Sprintf("process %d ends", pid), func() bool {
		stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
		return err != nil || strings.Contains(string(stat), ") Z ")
	})
}

// The memory of a tree is the sum over its processes. The memory of one process does not depend on the size
// of this one.
func TestMemory(t *testing.T) {
	if err := Need(); err != nil {
		t.Fatal(err)
	}
	const hold = `x=$(head -c 30000000 /dev/zero | tr '\0' x); mkdir $1; until [ -d 1 -a -d 2 ]; do sleep 0.1; done; sleep 2; :` // both at the same time
	both := shell("hold() { " + hold + "; }; (hold 1) & (hold 2) & wait")
	both.Dir = t.TempDir()
	u, err := both.RunTree(t.Context())
	if err != nil || u.Memory < 60 || u.Memory > 400 {
		t.Errorf("tree: %.1f MB, %v", u.Memory, err)
	}
	ballast := make([]byte, 50e6)
	for i := range ballast {
		ballast[i] = 1
	}
	peak, err := Command{Args: []string{"true"}}.Peak(t.Context())
	if err != nil || peak <= 0 || peak > 20 {
		t.Errorf("true: %.1f MB, %v beside %d", peak, err, len(ballast))
	}
}

func TestReadStat(t *testing.T) {
	line := "77 (a ) b) S 1 41 42 0 -1 4194560 9 0 0 0 0 0 0 0 20 0 1 0 5 8192 123 18446744073709551615 1 1"
	if session, pages := readStat([]byte(line)); session != 42 || pages != 123 {
		t.Errorf("session %d, %d pages", session, pages)
	}
	if session, pages := readStat([]byte("77 (short) S")); session != 0 || pages != 0 {
		t.Errorf("session %d, %d pages", session, pages)
	}
}
