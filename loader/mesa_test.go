//go:build linux

package loader_test

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// These tests run examples/app with the machine's own driver.

var appFlags = [][]string{
	{}, {"--es2"}, {"--ext"}, {"--ext", "--es2"}, {"--surfaceless"}, {"--frames", "5"}, {"--threads", "4"},
	{"--ext", "--threads", "4", "--frames", "3"},
}

// hooked are the functions that testdata/counting.c hooks and the app calls; the last one only with --ext.
var hooked = []string{
	"eglChooseConfig", "eglSwapBuffers", "eglGetProcAddress", "glGetString", "glDrawArrays", "glUniform4f", "glReadPixels",
	"glGetInteger64vEXT",
}

func TestAppWithoutLayers(t *testing.T) {
	for _, flags := range appFlags {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			p := runApp(t, "", "", flags...)
			if p.stderr != "" || p.stats.State != loader.StateNone || !p.stats.Touched || len(p.stats.Layers) != 0 {
				t.Errorf("state %v, layers %v, stderr %q", p.stats.State, p.stats.Layers, p.stderr)
			}
		})
	}
}

func TestAppThroughLayers(t *testing.T) {
	dir := counting(t, "A", "B")
	for _, flags := range appFlags {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			if p := runApp(t, "A.so:B.so", dir, flags...); p.stats.State != loader.StateAttached || len(p.stats.Problems) != 0 {
				t.Errorf("state %v, problems %q", p.stats.State, p.stats.Problems)
			}
		})
	}
}

func TestAppFrames(t *testing.T) {
	p := runApp(t, "", "", "--frames", "3", "--threads", "2")
	for name, want := range map[string]uint64{"eglSwapBuffers": 6, "glDrawArrays": 6, "glLinkProgram": 2, "eglInitialize": 1} {
		if got := p.calls(name); got != want {
			t.Errorf("%s was called %d times, not %d", name, got, want)
		}
	}
}

// Layers are loaded from last to first, and each is complete before the next one begins (rules 1.8, 2.1).
func TestOrder(t *testing.T) {
	dir := counting(t, "A", "B")
	p := runApp(t, "A.so:B.so", dir)
	a, b, offered := dir+"/A.so", dir+"/B.so", rules.Newest().Offered()
	first, last := " first "+offered[0], " last "+offered[len(offered)-1]+" count "+strconv.Itoa(len(offered))
	want := []string{
		"dlopen " + b, "dlopen " + a, "latched 2 layers",
		"initialize " + b, "walk " + b + first, "walk " + b + last,
		"initialize " + a, "walk " + a + first, "walk " + a + last,
	}
	if got := p.steps("dlopen", "latched", "initialize", "walk"); !slices.Equal(got, want) {
		t.Errorf("the loader went\n%s\nand not\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i, layer := range p.stats.Layers {
		if layer.Walked != len(offered) || layer.Lookups != 0 {
			t.Errorf("layer %d was asked for %d names and %d more", i, layer.Walked, layer.Lookups)
		}
	}
}

// For every name, a layer gets the result of the layer below as next and from get_next (rules 2.2, 2.8).
func TestChain(t *testing.T) {
	p := runApp(t, "A.so:B.so", counting(t, "A", "B"))
	if below, own := p.logged(t, "A", "below"), p.logged(t, "B", "own"); below != own {
		t.Errorf("A is not chained to B: %s, %s", below, own)
	}
	for _, name := range []string{"A", "B"} {
		if p.logged(t, name, "strangers") != "0" {
			t.Errorf("%s: get_next differs from next", name)
		}
		if p.logged(t, name, "eglFoo") != "(nil)" {
			t.Errorf("%s: get_next knows eglFoo", name)
		}
	}
}

// Each hook is called as often as the app calls the function, on every thread, and the statistics list the
// hooks of each layer. B's eglGetProcAddress also gets eglFoo, which A passes to get_next (rule 2.8).
func TestHooks(t *testing.T) {
	p := runApp(t, "A.so:B.so", counting(t, "A", "B"), "--ext", "--threads", "4", "--frames", "3")
	for _, name := range hooked {
		calls := p.calls(name)
		if calls == 0 {
			t.Errorf("the app did not call %s", name)
		}
		want := map[string]uint64{"A": calls, "B": calls}
		if name == "eglGetProcAddress" {
			want["B"]++
		}
		for layer, want := range want {
			if got := p.logged(t, layer, name); got != strconv.FormatUint(want, 10) {
				t.Errorf("%s: %s was called %s times, not %d", layer, name, got, want)
			}
		}
	}
	for _, layer := range p.stats.Layers {
		found := map[string]bool{} // a name that the driver exports and Android's loader does not know has two places
		for i, name := range p.stats.Names {
			found[name] = found[name] || layer.Hooked[i]
		}
		for name, hooks := range found {
			if hooks != slices.Contains(hooked, name) && name != "" && p.calls(name) > 0 {
				t.Errorf("%s: %s is hooked: %v", layer.Path, name, hooks)
			}
		}
	}
}

// A name that Android's loader does not know is passed to the layers at each query, driver side first (rules
// 3.1, 3.3).
func TestUnknownName(t *testing.T) {
	dir := counting(t, "A", "B")
	p := runApp(t, "A.so:B.so", dir, "--ext", "--threads", "2")
	b, a := "lookup "+dir+"/B.so glGetInteger64vEXT", "lookup "+dir+"/A.so glGetInteger64vEXT"
	if got, want := p.steps("lookup"), []string{b, a, b, a}; !slices.Equal(got, want) {
		t.Errorf("the loader went %q, not %q", got, want)
	}
}

// A layer that is listed twice is one image that is initialized twice; the loader chains it both times.
func TestLayerListedTwice(t *testing.T) {
	dir := counting(t, "A", "B")
	for _, list := range []string{"A.so:A.so", "A.so:B.so:A.so"} {
		p := runApp(t, list, dir, "--ext", "--frames", "2")
		if p.stats.State != loader.StateAttached || p.logged(t, "A", "initialized") != "2" {
			t.Errorf("%s: state %v\n%s", list, p.stats.State, p.stderr)
		}
		for i, layer := range p.stats.Layers {
			if layer.Walked != len(rules.Newest().Offered()) || layer.Lookups != 1 {
				t.Errorf("%s: layer %d was asked for %d names and %d more", list, i, layer.Walked, layer.Lookups)
			}
		}
		if got := p.logged(t, "A", "eglSwapBuffers"); got != "2" {
			t.Errorf("%s: A saw %s swaps", list, got)
		}
	}
}

func TestAppUsage(t *testing.T) {
	for _, flags := range [][]string{{"--frames"}, {"--frames", "0"}, {"--threads", "2x"}, {"--other"}, {"word"}} {
		r, err := run(exec.Command(app(t), flags...))
		if err != nil || r.status.ExitCode() != 2 || r.stdout != "" || !strings.HasPrefix(r.stderr, "usage: app ") {
			t.Errorf("app %v: %v, %v, %q, %q", flags, err, r.status, r.stdout, r.stderr)
		}
	}
}

func TestAppFailure(t *testing.T) {
	cmd := exec.Command(app(t))
	cmd.Env = []string{"EGL_PLATFORM=x11"}
	r, err := run(cmd)
	if err != nil || r.status.ExitCode() != 1 || r.stdout != "" || r.stderr != "app: eglInitialize failed: EGL error 0x3001\n" {
		t.Errorf("without a display: %v, %v, %q, %q", err, r.status, r.stdout, r.stderr)
	}
}
