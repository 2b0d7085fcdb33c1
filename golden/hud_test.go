package golden

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
)

// hudLayer returns a layer in C with the module hud. The first call builds it.
func hudLayer(t *testing.T) string {
	t.Helper()
	build, _ := drawLayers.LoadOrStore("hud", sync.OnceValue(func() string {
		q := inC(request("passive", "none", []string{"eglSwapBuffers"}))
		q.Config.Sets = []string{"hud"}
		dir := kase{name: "hud", request: q}.write(t)
		command(t, dir, "make", "layer", "CFLAGS=-O2 -g -Wshadow -Werror")
		lib := filepath.Join(scratch, "hud.so")
		if err := os.Rename(filepath.Join(dir, "build", "host", "libgleslayer.so"), lib); err != nil {
			t.Fatal(err)
		}
		return lib
	}))
	return build.(func() string)()
}

// hudApp builds the program that draws frames with known counts.
func hudApp(t *testing.T) string {
	t.Helper()
	app := filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-o", app, "testdata/hud/app.c", "-lEGL", "-lGLESv2")
	return app
}

// hudFont has the rows of each letter, read from the font of the generator.
func hudFont(t *testing.T) map[string]byte {
	t.Helper()
	text, err := os.ReadFile("../gen/data/font.txt")
	if err != nil {
		t.Fatal(err)
	}
	font := map[string]byte{}
	for _, glyph := range regexp.MustCompile(`(?m)^glyph (\d+)\n((?:[.#]{5}\n){8})`).FindAllStringSubmatch(string(text), -1) {
		var letter byte
		if _, err := fmt.Sscan(glyph[1], &letter); err != nil {
			t.Fatal(err)
		}
		font[glyph[2]] = letter
	}
	return font
}

// A hudImage is the last frame of the program.
type hudImage struct {
	width, height int
	pixels        []byte
}

func readHudImage(t *testing.T, path string) hudImage {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var m hudImage
	if _, err := fmt.Sscanf(string(text[:min(len(text), 32)]), "P6\n%d %d\n255\n", &m.width, &m.height); err != nil {
		t.Fatal(err)
	}
	m.pixels = text[len(text)-3*m.width*m.height:]
	return m
}

func (m hudImage) at(x, y int) [3]byte { return [3]byte(m.pixels[3*(y*m.width+x):]) }

// panel returns the rectangle whose pixels are not of the background.
func (m hudImage) panel(background byte) (left, top, right, bottom int) {
	left, top = m.width, m.height
	for y := range m.height {
		for x := range m.width {
			if m.at(x, y) != [3]byte{background, background, background} {
				left, top, right, bottom = min(left, x), min(top, y), max(right, x+1), max(bottom, y+1)
			}
		}
	}
	return left, top, right, bottom
}

// read returns the lines of letters at x and y, each with its columns; an unknown letter ends the text.
func (m hudImage) read(font map[string]byte, x, y, scale, columns int) (lines []string) {
	for ; y+8*scale <= m.height; y += 10 * scale {
		var line strings.Builder
		for column := range columns {
			var glyph bytes.Buffer
			for row := range 8 {
				for i := range 5 {
					p := m.at(x+(6*column+i)*scale, y+row*scale)
					glyph.WriteByte(map[bool]byte{true: '#', false: '.'}[p[1] > 150])
				}
				glyph.WriteByte('\n')
			}
			letter, ok := font[glyph.String()]
			if !ok {
				return lines
			}
			line.WriteByte(letter)
		}
		lines = append(lines, line.String())
	}
	return lines
}

// The panel has the values of the frames, on any background, in surfaces of any size.
func TestHudShowsValues(t *testing.T) {
	lib, app, font := hudLayer(t), hudApp(t), hudFont(t)
	t.Setenv("GLESLAYER_HUD_ON", "1")
	whole := []string{`fps +\d+(\.\d)?`, `frame +\d+(\.\d)? ms`, `cpu +\d+(\.\d)? ms`, `gpu +(\d+\.\d ms|-)`, `draws +16`, `tris +216`, `upload +3\.5 KiB`, `memory +\d+(\.\d)? [KM]?i?B`}
	old := slices.Concat(whole[:4], []string{`draws +14`, `tris +176`, `upload +3\.0 KiB`}, whole[7:])
	for _, c := range []struct {
		name, version, size, red, env string
		scale, columns                int
		left, top                     int
		want                          []string
	}{
		{"landscape", "32", "640 360", "255", "", 1, 15, 4, 4, whole},
		{"portrait", "30", "360 640", "0", "", 1, 15, 4, 4, whole},
		{"OpenGL ES 2.0", "20", "256 256", "128", "", 1, 15, 4, 4, old},
		{"720 rows", "32", "1280 720", "255", "", 2, 15, 8, 8, whole},
		{"4K", "32", "3840 2160", "60", "", 6, 15, 24, 24, whole},
		{"64 pixels", "20", "64 64", "255", "", 1, 10, 0, 0, []string{`fps +\d+(\.\d)?`, `f(rame)? +\d+(\.\d)? ms`, `c(pu)? +\d+(\.\d)? ms`}},
		{"a line", "20", "200 14", "255", "", 1, 15, 0, 0, []string{`fps +\d+(\.\d)?`}},
		{"bottom right", "32", "640 360", "255", "GLESLAYER_HUD_CORNER=bottom-right", 1, 15, 640 - 4 - 93, 360 - 4 - 108, whole},
		{"bottom left", "32", "640 360", "255", "GLESLAYER_HUD_CORNER=bottom-left", 1, 15, 4, 360 - 4 - 108, whole},
		{"top right, scaled", "32", "640 360", "0", "GLESLAYER_HUD_CORNER=top-right GLESLAYER_HUD_SCALE=3", 3, 15, 640 - 12 - 3*93, 12, whole},
		{"a scale that is too large", "32", "170 50", "0", "GLESLAYER_HUD_SCALE=16", 3, 8, 4, 4, []string{`f(ps)? *\d+(\.\d)?`}},
		{"two values", "32", "640 360", "0", "GLESLAYER_HUD_FPS=0 GLESLAYER_HUD_FRAME=0 GLESLAYER_HUD_CPU=0 GLESLAYER_HUD_GPU=0 GLESLAYER_HUD_MEMORY=0 GLESLAYER_HUD_UPLOADS=0 GLESLAYER_HUD_GRAPH=0", 1, 15, 4, 4, whole[4:6]},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, pair := range strings.Fields(c.env) {
				name, value, _ := strings.Cut(pair, "=")
				t.Setenv(name, value)
			}
			if len(glesdriver.Versions(c.version)) == 0 {
				t.Logf("the driver has no version %s", c.version)
				return
			}
			path := filepath.Join(t.TempDir(), "image.ppm")
			args := append(append([]string{c.version}, strings.Fields(c.size)...), c.red, path)
			if out, err := runDrawApp(t, app, []string{lib}, args...); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			m := readHudImage(t, path)
			var red byte
			_, _ = fmt.Sscan(c.red, &red)
			left, top, right, bottom := m.panel(red)
			if left != c.left || top != c.top || right-left != (3+6*c.columns)*c.scale {
				t.Errorf("the panel is at %d,%d to %d,%d", left, top, right, bottom)
			}
			lines := m.read(font, left+2*c.scale, top+2*c.scale, c.scale, c.columns)
			if len(lines) < len(c.want) {
				t.Fatalf("%q: %d lines expected", lines, len(c.want))
			}
			for i, want := range c.want {
				if !regexp.MustCompile("^" + want + "$").MatchString(lines[i]) {
					t.Errorf("line %q does not match %q", lines[i], want)
				}
			}
		})
	}
}

// In a surface that is too small for a line, and while the module is off, nothing is drawn.
func TestHudDrawsNothing(t *testing.T) {
	lib, app := hudLayer(t), hudApp(t)
	for _, c := range []struct{ on, width, height string }{{"1", "20", "20"}, {"1", "200", "8"}, {"1", "1", "1"}, {"0", "256", "256"}} {
		t.Setenv("GLESLAYER_HUD_ON", c.on)
		path := filepath.Join(t.TempDir(), "image.ppm")
		if out, err := runDrawApp(t, app, []string{lib}, "20", c.width, c.height, "255", path); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if m := readHudImage(t, path); bytes.Count(m.pixels, []byte{255}) != len(m.pixels) {
			t.Errorf("%v: something is drawn", c)
		}
	}
}

// After each swap, every value that the app can query is as before, and the HUD queries nothing after the first frame, except the
// results of timer queries.
func TestHudKeepsState(t *testing.T) {
	app, names := drawApp(t)
	lib := hudLayer(t)
	t.Setenv("GLESLAYER_HUD_ON", "1")
	for _, version := range glesdriver.Versions("20", "30", "31", "32") {
		for _, seed := range []string{"0", "7"} {
			if out, err := runDrawApp(t, app, []string{lib}, names, version, seed, "40"); err != nil {
				t.Errorf("version %s, seed %s: %v\n%s", version, seed, err, out)
			}
		}
	}
	layers := []string{lib, queryCounter(t)}
	t.Setenv("GLESLAYER_HUD_GPU", "0")
	for _, version := range glesdriver.Versions("20", "32") {
		few, many := countQueries(t, app, layers, version, 20), countQueries(t, app, layers, version, 400)
		if few["glDrawArrays"] != "20" || many["glDrawArrays"] != "400" || few["glGetIntegerv"] == "" {
			t.Errorf("version %s: %v and %v", version, few, many)
		}
		compareQueries(t, version, few, many)
	}
}

// damageHooks print the number of damaged rectangles, and swap the whole surface: Mesa's software rasterizer has no
// function for it.
const damageHooks = `#include "zz_generated_hooks.h"
#include <stdio.h>

void hook_initialize(void) {}

EGLBoolean hook_eglSwapBuffersWithDamageKHR(next_eglSwapBuffersWithDamageKHR next, EGLDisplay dpy, EGLSurface surface,
                                            const EGLint *rects, EGLint n) {
    (void)next, (void)rects;
    printf("%d rectangles\n", n);
    return call_eglSwapBuffers(dpy, surface);
}
`

// A frame of which the app draws a part has an opaque panel, which the driver shows too.
func TestHudOfDamagedFrames(t *testing.T) {
	lib, app := hudLayer(t), hudApp(t)
	q := inC(request("active", "c", []string{"eglSwapBuffersWithDamageKHR"}, "eglSwapBuffers"))
	dir := kase{name: "damage", request: q}.write(t)
	write(t, filepath.Join(dir, "src", "hooks.c"), damageHooks)
	layers := []string{lib, buildLayer(t, dir)}
	path := filepath.Join(t.TempDir(), "image.ppm")
	for _, c := range []struct{ on, want string }{{"0", "1 rectangles"}, {"1", "0 rectangles"}} {
		t.Setenv("GLESLAYER_HUD_ON", c.on)
		out, err := runDrawApp(t, app, layers, "20", "256", "256", "255", path, "damage")
		if err != nil || strings.Count(out, "rectangles") < 100 || strings.Count(out, c.want) != strings.Count(out, "rectangles") {
			t.Errorf("hud.on=%s: %v, not only %q in\n%s", c.on, err, c.want, out[:min(len(out), 1000)])
		}
	}
	if got := readHudImage(t, path).at(4, 4); got != [3]byte{12, 12, 16} {
		t.Errorf("the panel has the color %v", got)
	}
}
