package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// panicking selects where the child process of TestPanic panics.
const panicking = "GLESLAYERGEN_TEST_PANIC"

// A panic in any goroutine ends the program with a message, an exit code of its own, and the stack in a file.
func TestPanic(t *testing.T) {
	if where := os.Getenv(panicking); where != "" {
		recovery.Handle(func(reason any, stack []byte) {
			endAfterPanic([]string{"gleslayergen", "registry", "a\nb"}, reason, stack)
		})
		panicIn(where)
		return
	}
	for _, where := range []string{"main", "goroutine", "group", "both"} {
		dir := t.TempDir()
		messages, err := runPanicking(t, where, dir)
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != ui.ExitInternal {
			t.Errorf("%s: %v", where, err)
		}
		testutil.Contains(t, messages, "gleslayergen: internal error: runtime error: index out of range [3] with length 0\n", "note: version ", `arguments "registry" "a\nb"`, issues)
		if strings.Contains(messages, "goroutine ") || strings.Count(messages, "internal error") != 1 {
			t.Errorf("%s: %s", where, messages)
		}
		file := regexp.MustCompile(`the file (\S+)`).FindStringSubmatch(messages)
		if file == nil || filepath.Dir(file[1]) != dir {
			t.Fatalf("%s: %s", where, messages)
		}
		stack, err := os.ReadFile(file[1])
		if err != nil || !bytes.Contains(stack, []byte("indexNothing")) {
			t.Errorf("%s: %v, %s", where, err, stack)
		}
		if info, err := os.Stat(file[1]); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", where, info, err)
		}
	}
	messages, _ := runPanicking(t, "main", filepath.Join(t.TempDir(), "absent"))
	testutil.Contains(t, messages, "note: the stack was not written: ", "hint: report this defect")
}

// runPanicking runs this test in a child process, whose temporary files are in dir.
func runPanicking(t *testing.T, where, dir string) (messages string, failed error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPanic$")
	cmd.Env = append(os.Environ(), panicking+"="+where, "TMPDIR="+dir)
	var output bytes.Buffer
	cmd.Stderr = &output
	failed = cmd.Run()
	return output.String(), failed
}

func panicIn(where string) {
	var group recovery.Group
	switch where {
	case "main":
		defer recovery.Catch()
		indexNothing()
	case "goroutine":
		recovery.Go(indexNothing)
		select {}
	case "both":
		group.Go(indexNothing)
		fallthrough
	case "group":
		group.Go(indexNothing)
		group.Wait()
		select {}
	}
}

func indexNothing() {
	var empty []int
	_ = empty[len(os.Args)+3-len(os.Args)]
}
