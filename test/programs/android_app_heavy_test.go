//go:build heavy && linux

package programs

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
)

// The example for devices draws into a window, reads its events, and releases its window on each request,
// with a replacement for Android's main thread. Both compilers build it without a warning.
func TestAndroidAppOnRig(t *testing.T) {
	example, headers := "../../examples/android-app/", "-I../../internal/testutil/testdata/standin"
	strict := []string{"-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-D__ANDROID__", headers}
	for _, cc := range []string{"clang", "gcc"} {
		t.Run(cc, func(t *testing.T) {
			app, host := filepath.Join(t.TempDir(), "libapp.so"), filepath.Join(t.TempDir(), "activity")
			testproject.Command(t, ".", cc, append(strict, "-shared", "-fPIC", "-fvisibility=hidden", "-pthread", "-o", app,
				example+"activity.c", example+"draw.c", "-lEGL", "-lGLESv2")...)
			testproject.Command(t, ".", cc, append(strict, "-rdynamic", "-o", host, "testdata/activity.c", "-l:libX11.so.6", "-ldl")...)
			runActivity(t, host, app)
		})
	}
}

func runActivity(t *testing.T, host, app string) {
	x := startX11(t)
	ctx, stop := context.WithTimeout(t.Context(), limit)
	defer stop()
	cmd := exec.CommandContext(ctx, host, app)
	cmd.Env = append(cmd.Environ(), x.env, "LIBGL_ALWAYS_SOFTWARE=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, cmd)
	lines := bufio.NewScanner(out)
	var output []string
	for lines.Scan() {
		output = append(output, lines.Text())
		if strings.Contains(lines.Text(), "drawing with") {
			testutil.Eventually(t, "the screen shows several colors", func() bool { return len(colors(x.pixels(t))) >= 10 })
			_, _ = io.WriteString(in, "\n")
		}
	}
	text := strings.Join(output, "\n")
	if strings.Count(text, "4/android-app: drawing with ") != 2 || strings.Count(text, "shown") != 2 || !strings.HasSuffix(text, "\n0 waiting, 1 finished") {
		t.Error(text)
	}
}
