//go:build heavy && linux

package programs

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/loader"
)

// egltrace is apitrace's library.
func egltrace(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/*/apitrace/wrappers/egltrace.so")
	if err != nil || len(found) != 1 {
		t.Fatalf("apitrace is not there: %q, %v (make deps)", found, err)
	}
	return found[0]
}

// app compiles examples/app, which draws without a window.
func app(t *testing.T) program {
	t.Helper()
	out := filepath.Join(t.TempDir(), "app")
	testproject.Command(t, ".", "cc", "-O2", "-pthread", "-o", out, "../../examples/app/app.c", "-lEGL", "-lGLESv2")
	return program{argv: []string{out}, env: []string{"EGL_PLATFORM=surfaceless"}}
}

// extra are the functions that the loader or a layer calls itself. The loader reads what the driver supports,
// clears the error before a call (rule 4.9), and reads the kind of a new context. A layer checks whether a
// query has a context.
var extra = []string{"eglGetProcAddress", "eglGetError", "eglQueryAPI", "eglGetCurrentContext"}

// calls returns the other functions in a trace, in order.
func calls(t *testing.T, trace string) []string {
	t.Helper()
	var names []string
	for line := range strings.Lines(testproject.Command(t, ".", "apitrace", "dump", "--color=never", trace)) {
		if _, call, found := strings.Cut(line, " "); found && line[0] >= '0' && line[0] <= '9' {
			name, _, _ := strings.Cut(call, "(")
			if !slices.Contains(extra, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// below returns egltrace as the driver of a chain. It would open libEGL by name and find the loader's library
// above it. A copy with libEGX in place of that name finds links to the real library.
func below(t *testing.T) (driver loader.Driver, dir string) {
	t.Helper()
	library, err := os.ReadFile(egltrace(t))
	if err != nil {
		t.Fatal(err)
	}
	real, err := loader.FindDriver(t.Context(), []string{"cc"})
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for _, l := range []struct{ name, instead, real string }{
		{"libEGL.so", "libEGX.so", real.EGL}, {"libGLESv2.so", "libGLEXv2.so", real.GLES}, {"libGLESv1_CM.so", "libGLEXv1_CM.so", real.ES1},
	} {
		if !bytes.Contains(library, []byte(l.name)) {
			t.Errorf("egltrace does not name %s", l.name)
		}
		library = bytes.ReplaceAll(library, []byte(l.name), []byte(l.instead))
		if err := os.Symlink(l.real, filepath.Join(dir, l.instead)); err != nil {
			t.Fatal(err)
		}
	}
	copied := filepath.Join(dir, "egltrace.so")
	if err := os.WriteFile(copied, library, 0o600); err != nil {
		t.Fatal(err)
	}
	return loader.Driver{EGL: copied, GLES: copied}, dir
}

// apitrace sees the same calls without layers, above them (where "apitrace trace" places itself), and below
// them.
func TestApitrace(t *testing.T) {
	setStage(t)
	p := app(t)
	trace := func(name string, env ...string) []string {
		t.Helper()
		path := filepath.Join(t.TempDir(), name)
		o := p.run(t, append(env, "TRACE_FILE="+path, "HOME="+t.TempDir()))
		if o.status != "exit status 0" || !strings.Contains(o.out, "pixel 255,128,64,255 ok") {
			t.Fatalf("%s: %s\n%s%s", name, o.status, o.out, o.errOut)
		}
		return calls(t, path)
	}
	preload := "LD_PRELOAD=" + egltrace(t)
	plain := trace("plain", preload)
	if len(plain) < 40 {
		t.Errorf("a trace of %d calls", len(plain))
	}
	driver, dir := below(t)
	host, err := loader.Prepare(t.Context(), loader.Options{Cache: t.TempDir(), Driver: &driver})
	if err != nil {
		t.Fatal(err)
	}
	for _, chain := range chains {
		list := strings.Join(paths(chain.layers), ":")
		for _, c := range []struct {
			name string
			host *loader.Host
			env  string
		}{{"above ", stage.host, preload}, {"below ", host, ""}} {
			if (chain.name == "draw" || chain.name == "hud") && c.host == host {
				continue // a trace below the layer has the layer's own calls too
			}
			t.Run(c.name+chain.name, func(t *testing.T) {
				log := filepath.Join(t.TempDir(), "log")
				run, err := c.host.NewRun(t.TempDir(), loader.Setup{List: list, Log: log})
				if err != nil {
					t.Fatal(err)
				}
				env := run.Env()
				for i, e := range env {
					if strings.HasPrefix(e, "LD_LIBRARY_PATH=") {
						env[i] = e + ":" + dir
					}
				}
				if c.env != "" {
					env = append(env, c.env)
				}
				if d := difference(t, strings.Join(trace("layered", env...), "\n"), strings.Join(plain, "\n")); d != "" {
					t.Errorf("the trace with layers (+) and without (-):\n%s", d)
				}
				layered(t, run, len(chain.layers), log)
			})
		}
	}
}
