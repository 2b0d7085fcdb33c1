package golden

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
)

// objectsHooks print what the layer knows of an object, in each language.
var objectsHooks = map[string]string{
	"src/hooks.c": `#include "zz_generated_hooks.h"

#include <stdio.h>

void hook_initialize(void) {}

GLboolean hook_glIsTexture(next_glIsTexture next, GLuint texture) {
    struct layer_image_info m;
    for (GLint level = 0; level < 16; level++)
        if (layer_texture_info(texture, level, &m))
            printf("have texture %u %d: %#x %#x %d %d %d %d\n", texture, level, m.target, m.format, m.width, m.height, m.depth, m.samples);
    return next(texture);
}

GLboolean hook_glIsRenderbuffer(next_glIsRenderbuffer next, GLuint renderbuffer) {
    struct layer_image_info m;
    if (layer_renderbuffer_info(renderbuffer, &m))
        printf("have renderbuffer %u: %#x %d %d %d\n", renderbuffer, m.format, m.width, m.height, m.samples);
    return next(renderbuffer);
}

GLboolean hook_glIsBuffer(next_glIsBuffer next, GLuint buffer) {
    struct layer_storage_info s;
    if (layer_buffer_info(buffer, &s)) printf("have buffer %u: %lld %#x\n", buffer, (long long)s.size, s.usage);
    return next(buffer);
}
`,
	"src/hooks.cpp": `#include "../layer/zz_generated_hooks.hpp"

#include <cstdio>

void hooks::initialize() {}

GLboolean hooks::glIsTexture(layer::Next<next_glIsTexture> next, GLuint texture) {
    layer_image_info m;
    for (GLint level = 0; level < 16; level++)
        if (layer_texture_info(texture, level, &m))
            std::printf("have texture %u %d: %#x %#x %d %d %d %d\n", texture, level, m.target, m.format, m.width, m.height, m.depth, m.samples);
    return next(texture);
}

GLboolean hooks::glIsRenderbuffer(layer::Next<next_glIsRenderbuffer> next, GLuint renderbuffer) {
    layer_image_info m;
    if (layer_renderbuffer_info(renderbuffer, &m))
        std::printf("have renderbuffer %u: %#x %d %d %d\n", renderbuffer, m.format, m.width, m.height, m.samples);
    return next(renderbuffer);
}

GLboolean hooks::glIsBuffer(layer::Next<next_glIsBuffer> next, GLuint buffer) {
    layer_storage_info s;
    if (layer_buffer_info(buffer, &s)) std::printf("have buffer %u: %lld %#x\n", buffer, static_cast<long long>(s.size), s.usage);
    return next(buffer);
}
`,
	"hooks.go": `package main

import (
	"fmt"

	"example.com/objects/gles"
)

func onInitialize(l *gles.Layer) {}

func glIsTexture(next gles.GLIsTextureFunc, texture gles.GLuint) gles.GLboolean {
	for level := range gles.GLint(16) {
		if m, ok := gles.TextureInfo(texture, level); ok {
			fmt.Printf("have texture %d %d: %#x %#x %d %d %d %d\n", texture, level, uint32(m.Target), uint32(m.Format), m.Width, m.Height, m.Depth, m.Samples)
		}
	}
	return next(texture)
}

func glIsRenderbuffer(next gles.GLIsRenderbufferFunc, renderbuffer gles.GLuint) gles.GLboolean {
	if m, ok := gles.RenderbufferInfo(renderbuffer); ok {
		fmt.Printf("have renderbuffer %d: %#x %d %d %d\n", renderbuffer, uint32(m.Format), m.Width, m.Height, m.Samples)
	}
	return next(renderbuffer)
}

func glIsBuffer(next gles.GLIsBufferFunc, buffer gles.GLuint) gles.GLboolean {
	if s, ok := gles.BufferInfo(buffer); ok {
		fmt.Printf("have buffer %d: %d %#x\n", buffer, s.Size, uint32(s.Usage))
	}
	return next(buffer)
}
`,
}

// After each of many random valid and invalid calls, the layer knows what the driver knows: the format and size of each level
// of textures, of renderbuffers and of buffers, in OpenGL ES 2.0 to 3.2. The app sees no error that it did not cause.
func TestObjects(t *testing.T) {
	app := filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", app, "testdata/objects/app.c", "-lEGL", "-lGLESv2")
	for _, file := range hookFiles() {
		t.Run(file, func(t *testing.T) {
			q := request("active", map[bool]string{true: "go", false: "c"}[file == "hooks.go"], []string{"glIsTexture", "glIsRenderbuffer", "glIsBuffer"})
			q.Config.Sets, q.Config.Template = []string{"objects"}, map[string]string{"src/hooks.c": "c", "src/hooks.cpp": "cpp", "hooks.go": "go"}[file]
			q.Module = "example.com/objects"
			dir := kase{name: "objects", request: q}.write(t)
			write(t, filepath.Join(dir, filepath.FromSlash(file)), objectsHooks[file])
			lib := buildLayer(t, dir)
			versions := []string{"2.0", "3.0", "3.1", "3.2"} // Mesa returns the version that the environment has
			if glesdriver.Dir() != "" {
				versions = []string{"3.1"}
			}
			for _, version := range versions {
				for seed := range 3 {
					checkObjects(t, fmt.Sprintf("version %s, seed %d", version, seed), runObjects(t, app, version, seed, lib), runObjects(t, app, version, seed))
				}
			}
		})
	}
}

// runObjects returns what the app and the layer print in a context of a version.
func runObjects(t *testing.T, app, version string, seed int, layers ...string) string {
	t.Helper()
	t.Setenv("MESA_GLES_VERSION_OVERRIDE", version)
	out, err := runDrawApp(t, app, layers, fmt.Sprint(seed), "400")
	if number := strings.Replace(version, ".", "", 1); err != nil || !strings.Contains(out, "version "+number+"\n") {
		t.Fatalf("version %s: %v\n%s", version, err, out)
	}
	return out
}

// checkObjects compares what the layer has with what the app wants, and the errors of OpenGL ES with those of a run without the
// layer.
func checkObjects(t *testing.T, what, out, without string) {
	t.Helper()
	want, have := linesOf(out, "want"), linesOf(out, "have")
	if len(want) < 200 {
		t.Errorf("%s: only %d objects\n%s", what, len(want), out)
	}
	compareLines(t, what+": the layer", have, want)
	errors := linesOf(without, "error")
	if len(errors) < 20 {
		t.Errorf("%s: only %d errors", what, len(errors))
	}
	compareLines(t, what+": the error with the layer", linesOf(out, "error"), errors)
}

// linesOf returns the lines of a kind without their first word.
func linesOf(out, kind string) (list []string) {
	for line := range strings.Lines(out) {
		if text, ok := strings.CutPrefix(line, kind+" "); ok {
			list = append(list, strings.TrimSpace(text))
		}
	}
	return list
}

func compareLines(t *testing.T, what string, have, want []string) {
	t.Helper()
	for i := range max(len(want), len(have)) {
		if i >= len(want) || i >= len(have) || want[i] != have[i] {
			t.Errorf("%s: line %d is %q, expected %q", what, i, at(have, i), at(want, i))
			return
		}
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}
