package golden

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/registry"
)

// drawHooks draw at each swap, in each language.
var drawHooks = map[string]string{
	"src/hooks.c": `#include "zz_generated_hooks.h"

void hook_initialize(void) {}

EGLBoolean hook_eglSwapBuffers(next_eglSwapBuffers next, EGLDisplay dpy, EGLSurface surface) {
    if (layer_save_state()) {
        layer_draw_rect(8, 8, 200, 50, 0x000000FF);
        layer_draw_text(12, 12, 2, 0xFFFFFFFF, "a line\nand \x7f another");
        layer_restore_state();
    }
    layer_draw_rect(0, 248, 256, 8, 0x00FF00FF);
    return next(dpy, surface);
}
`,
	"src/hooks.cpp": `#include "../layer/zz_generated_hooks.hpp"
#include "../layer/zz_generated_layer.hpp"

namespace hooks {

void initialize() {}

EGLBoolean eglSwapBuffers(layer::Next<next_eglSwapBuffers> next, EGLDisplay dpy, EGLSurface surface) {
    if (layer::context_version() >= 20 && layer_save_state()) {
        layer_draw_rect(8, 8, 200, 50, 0x000000FF);
        layer_draw_text(12, 12, 2, 0xFFFFFFFF, "a line\nand \x7f another");
        layer_restore_state();
    }
    layer_draw_rect(0, 248, 256, 8, 0x00FF00FF);
    return next(dpy, surface);
}

} // namespace hooks
`,
	"hooks.go": `package main

import "example.com/draw/gles"

func onInitialize(l *gles.Layer) {}

func eglSwapBuffers(next gles.EGLSwapBuffersFunc, dpy gles.EGLDisplay, surface gles.EGLSurface) gles.EGLBoolean {
	if gles.ContextVersion() >= 20 && gles.SaveState() {
		gles.DrawRect(8, 8, 200, 50, 0x000000FF)
		gles.DrawText(12, 12, 2, 0xFFFFFFFF, "a line\nand \x7f another")
		gles.RestoreState()
	}
	gles.DrawRect(0, 248, 256, 8, 0x00FF00FF)
	return next(dpy, surface)
}
`,
}

// hookFiles are the files with hooks, one for each language. Without the heavy tests, C++ is left out: it has the functions of C.
func hookFiles() []string {
	if heavy {
		return []string{"src/hooks.c", "hooks.go", "src/hooks.cpp"}
	}
	return []string{"src/hooks.c", "hooks.go"}
}

// drawLayers has the layers of drawHooks, and that of the module hud, which several tests use.
var drawLayers sync.Map // file or module to func() string

// drawLayer returns the layer of drawHooks with hooks in a file. The first call builds it.
func drawLayer(t *testing.T, file string) string {
	t.Helper()
	build, _ := drawLayers.LoadOrStore(file, sync.OnceValue(func() string {
		lib := filepath.Join(scratch, "draw-"+filepath.Ext(file)[1:]+".so")
		if err := os.Rename(buildDrawLayer(t, file, drawHooks[file]), lib); err != nil {
			t.Fatal(err)
		}
		return lib
	}))
	return build.(func() string)()
}

// buildDrawLayer builds a layer with the module draw that intercepts functions, by default eglSwapBuffers.
func buildDrawLayer(t *testing.T, file, hooks string, intercepted ...string) string {
	t.Helper()
	if len(intercepted) == 0 {
		intercepted = []string{"eglSwapBuffers"}
	}
	q := request("active", map[bool]string{true: "go", false: "c"}[file == "hooks.go"], intercepted, "glEnable", "glScissor")
	q.Config.Sets, q.Config.Template = []string{"draw"}, map[string]string{"src/hooks.c": "c", "src/hooks.cpp": "cpp", "hooks.go": "go"}[file]
	q.Module = "example.com/draw"
	dir := kase{name: "draw", request: q}.write(t)
	write(t, filepath.Join(dir, filepath.FromSlash(file)), hooks)
	return buildLayer(t, dir)
}

// drawApp builds the app, and writes the file with the names of all values that OpenGL ES can query.
func drawApp(t *testing.T) (app, names string) {
	t.Helper()
	app, names = filepath.Join(t.TempDir(), "app"), filepath.Join(t.TempDir(), "names")
	command(t, ".", "cc", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-o", app, "testdata/draw/app.c", "-lEGL", "-lGLESv2")
	r := registry.Builtin()
	core := map[string]bool{}
	for _, f := range r.Features {
		for _, q := range f.Requires {
			for _, e := range q.Enums {
				core[e] = core[e] || f.API == registry.GLES2
			}
		}
	}
	var list bytes.Buffer
	lines := 0
	for _, kind := range []struct{ letter, group string }{{"g", "GetPName"}, {"e", "EnableCap"}} {
		for _, n := range r.GroupNames(kind.group) {
			if core[n.Name] {
				fmt.Fprintln(&list, kind.letter, n.Value)
				lines++
			}
		}
	}
	if lines < 180 {
		t.Fatalf("only %d names", lines)
	}
	write(t, names, list.String())
	return app, names
}

// runDrawApp runs the app over Mesa under layers. The result has its output and the log; err is an exit code other than 0.
func runDrawApp(t *testing.T, app string, layers []string, args ...string) (string, error) {
	t.Helper()
	cmd := under(t, layers).Command(t.Context(), app, args...)
	cmd.Env = append(append(cmd.Env, glesdriver.Env()...), "XDG_CONFIG_HOME="+t.TempDir())
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), err
}

// After each swap, at which a layer draws, every value that the app can query is as before: after random valid and
// invalid calls, in every version of OpenGL ES, with hooks in each language.
func TestDrawKeepsState(t *testing.T) {
	app, names := drawApp(t)
	seeds := []int{0}
	if heavy {
		seeds = testutil.Shard(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 6)
	}
	for _, file := range hookFiles() {
		t.Run(file, func(t *testing.T) {
			lib := drawLayer(t, file)
			for _, version := range glesdriver.Versions("20", "30", "31", "32") {
				for _, seed := range seeds {
					if out, err := runDrawApp(t, app, []string{lib}, names, version, fmt.Sprint(seed), "40"); err != nil {
						t.Errorf("version %s, seed %d: %v\n%s", version, seed, err, out)
					}
				}
			}
		})
	}
}

// Hooks of calls that change the state save and restore it before and after the call, without another state in any frame.
func TestDrawInHooks(t *testing.T) {
	app, names := drawApp(t)
	intercepted := []string{"eglSwapBuffers", "glBindFramebuffer", "glBindTexture", "glUseProgram"}
	versions := glesdriver.Versions("20", "30", "32")
	states := func(middle string) []string {
		hooks := strings.ReplaceAll(drawInHooks, "MIDDLE", middle)
		lib := buildDrawLayer(t, "src/hooks.c", hooks, intercepted...)
		var all []string
		for _, version := range versions {
			out, err := runDrawApp(t, app, []string{lib}, names, version, "7", "40")
			if err != nil {
				t.Errorf("version %s: %v\n%s", version, err, out)
			}
			all = append(all, regexp.MustCompile(`(?m)^state .*$`).FindAllString(out, -1)...)
		}
		return all
	}
	without, with := states(""), states("if (swaps > 0 && layer_save_state()) layer_restore_state();")
	if len(with) != 40*len(versions) || !slices.Equal(with, without) {
		t.Errorf("%d states with hooks that save the state, %d without", len(with), len(without))
	}
}

const drawInHooks = `#include "zz_generated_hooks.h"

static int swaps;

void hook_initialize(void) {}

EGLBoolean hook_eglSwapBuffers(next_eglSwapBuffers next, EGLDisplay dpy, EGLSurface surface) {
    layer_draw_text(12, 12, 2, 0xFFFFFFFF, "text");
    swaps++;
    return next(dpy, surface);
}

void hook_glBindTexture(next_glBindTexture next, GLenum target, GLuint texture) {
    next(target, texture);
    MIDDLE
}

void hook_glUseProgram(next_glUseProgram next, GLuint program) {
    MIDDLE
    next(program);
    MIDDLE
}

void hook_glBindFramebuffer(next_glBindFramebuffer next, GLenum target, GLuint framebuffer) {
    next(target, framebuffer);
    MIDDLE
}
`

// The app finds a value that a hook changes.
func TestDrawAppFindsChanges(t *testing.T) {
	app, names := drawApp(t)
	hooks := strings.Replace(drawHooks["src/hooks.c"], "return next", "call_glEnable(0x0C11);\n    call_glScissor(1, 2, 3, 4);\n    return next", 1)
	out, err := runDrawApp(t, app, []string{buildDrawLayer(t, "src/hooks.c", hooks)}, names, "30", "1", "3")
	for _, want := range []string{"enabled 0xc11 0: 0 became enabled 0xc11 0: 1", "value 0xc10"} {
		if err == nil || !strings.Contains(out, want) {
			t.Errorf("%v, no %q in\n%s", err, want, out)
		}
	}
}

// The picture has the letters and the rectangles at their places.
func TestDrawPicture(t *testing.T) {
	app, _ := drawApp(t)
	for _, file := range hookFiles() {
		t.Run(file, func(t *testing.T) {
			lib := drawLayer(t, file)
			for _, version := range glesdriver.Versions("20", "32") {
				image := filepath.Join(t.TempDir(), "image.ppm")
				if out, err := runDrawApp(t, app, []string{lib}, "-", version, "1", "3", image); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				checkPicture(t, image)
			}
		})
	}
}

// checkPicture checks the background and the green rectangle, and that only letters are in the black one.
func checkPicture(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const size, header = 256, len("P6\n256 256\n255\n")
	if len(text) != header+3*size*size {
		t.Fatalf("%d bytes", len(text))
	}
	pixel := func(x, y int) string { return fmt.Sprintf("%x", text[header+3*(y*size+x):][:3]) }
	for _, p := range []struct {
		x, y int
		want string
	}{{7, 8, "334c99"}, {8, 8, "000000"}, {207, 57, "000000"}, {208, 57, "334c99"}, {8, 58, "334c99"}, {0, 247, "334c99"}, {0, 248, "00ff00"}, {255, 255, "00ff00"}} {
		got := strings.Replace(pixel(p.x, p.y), "4d", "4c", 1) // drivers may round 76.5 up or down
		if got != p.want {
			t.Errorf("pixel %d,%d is %s instead of %s", p.x, p.y, got, p.want)
		}
	}
	white := map[int]int{} // by line of text
	for y := 8; y < 58; y++ {
		for x := 8; x < 208; x++ {
			switch pixel(x, y) {
			case "ffffff":
				white[(y-12)/20]++
			case "000000":
			default:
				t.Fatalf("pixel %d,%d is %s: neither text nor background", x, y, pixel(x, y))
			}
		}
	}
	for line, least := range []int{4 * 30, 4 * 60} {
		if white[line] < least || white[line]%4 != 0 {
			t.Errorf("line %d has %d white pixels", line, white[line])
		}
	}
}

// Once the layer knows the state of a context, saving it queries nothing: a layer below counts the queries.
func TestDrawQueriesOnce(t *testing.T) {
	app, _ := drawApp(t)
	layers := []string{drawLayer(t, "src/hooks.c"), queryCounter(t)}
	for _, version := range glesdriver.Versions("20", "32") {
		few, many := countQueries(t, app, layers, version, 20), countQueries(t, app, layers, version, 200)
		if few["glDrawArrays"] != "60" || many["glDrawArrays"] != "600" || few["glGetIntegerv"] == "" {
			t.Errorf("version %s: %v and %v", version, few, many)
		}
		compareQueries(t, version, few, many)
	}
}

// queryCounter builds a layer that counts queries and draws.
func queryCounter(t *testing.T) string {
	t.Helper()
	q := request("active", "none", []string{"glGet*", "glIs*", "glDrawArrays"})
	q.Config.Template, q.Config.Sets = "c", []string{"calls"}
	return buildLayer(t, kase{name: "counter", request: q}.write(t))
}

var countedCall = regexp.MustCompile(`(gl\w+) (\d+)`)

// countQueries runs the app for some frames under layers, of which the lowest is that of queryCounter.
func countQueries(t *testing.T, app string, layers []string, version string, frames int) map[string]string {
	t.Helper()
	out, err := runDrawApp(t, app, layers, "-", version, "1", fmt.Sprint(frames))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := map[string]string{}
	for _, line := range strings.Split(out, "\n") {
		if _, list, ok := strings.Cut(line, "calls: "); ok {
			for _, m := range countedCall.FindAllStringSubmatch(list, -1) {
				found[m[1]] = m[2]
			}
		}
	}
	return found
}

// compareQueries checks that a run with more frames made the same queries.
func compareQueries(t *testing.T, version string, few, many map[string]string) {
	t.Helper()
	for name := range many {
		if isQuery := strings.HasPrefix(name, "glGet") || strings.HasPrefix(name, "glIs"); isQuery && few[name] != many[name] {
			t.Errorf("version %s: %s is called %s times in fewer frames and %s times in more", version, name, few[name], many[name])
		}
	}
}
