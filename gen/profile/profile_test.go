package profile

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

var driver = []string{
	"GL_VERSION OpenGL ES 3.2 Test",
	"GL_RENDERER Tester (TM) 300",
	"GL_MAX_TEXTURE_SIZE 4096",
	"GL_MIN_PROGRAM_TEXEL_OFFSET -8",
	"GL_MAX_COMPUTE_WORK_GROUP_COUNT 100 200 300",
	"precision GL_VERTEX_SHADER GL_HIGH_FLOAT 127 127 23",
	"extension GL_KHR_debug",
	"samples GL_RGBA8 4",
	"config EGL_RED_SIZE=8 EGL_GREEN_SIZE=8 EGL_BLUE_SIZE=8 EGL_ALPHA_SIZE=8 EGL_DEPTH_SIZE=24 EGL_STENCIL_SIZE=8 EGL_SAMPLES=0",
}

// The lines of a driver are the text of its profile, also by way of JSON.
func TestText(t *testing.T) {
	p := Parse(driver)
	want := "# Written by gleslayergen from a driver\n" + strings.Join(driver, "\n") + "\n"
	if p == nil || p.Text() != want {
		t.Fatalf("%+v", p)
	}
	content, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`{"schema":1,"profile":` + string(content) + `}`, `{"processes":[{"abi":"x86"},{"profile":` + string(content) + `}]}`,
		`{"devices":[{"processes":[{"profile":` + string(content) + `}]}]}`} {
		if again, err := FromJSON([]byte(text)); err != nil || again.Text() != want {
			t.Errorf("%v: %+v of %s", err, again, text)
		}
	}
}

// A driver may return anything: lines that are invalid are left out.
func TestParseIgnoresInvalidLines(t *testing.T) {
	for _, line := range []string{"", "GL_MAX_TEXTURE_SIZE", "GL_MAX_TEXTURE_SIZE -1", "GL_MAX_TEXTURE_SIZE 1 2", "GL_MAX_TEXTURE_SIZE x",
		"GL_MAX_TEXTURE_SIZES 1", "extension GL_*", "extension a b", "samples * 4", "samples GL_RGBA8 -4", "samples GL_RGBA8 9999999", "config", "config EGL_RED_SIZE=8",
		"precision GL_VERTEX_SHADER GL_HIGH_FLOAT 127 127", "precision GL_VERTEX_SHADER GL_HIGH_FLOAT 127 127 999", "GL_RENDERER ", "hide GL_KHR_debug"} {
		if p := Parse(append(slices.Clone(driver), line)); p.Text() != Parse(driver).Text() {
			t.Errorf("%q: %s", line, p.Text())
		}
	}
	if p := Parse(driver[1:]); p != nil {
		t.Errorf("a profile without a version: %+v", p)
	}
}

func TestFromJSONRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                 "no profile",
		`{"processes":[{}]}`: "no profile",
		`{"profile":{}}`:     "invalid value",
		`{`:                  "unexpected end",
		`{"profile":{"strings":{"GL_VERSION":"OpenGL ES 3.2"},"limits":{"GL_MAX_TEXTURE_SIZE":[-1]}}}`:                "invalid value",
		`{"profile":{"strings":{"GL_VERSION":"OpenGL ES 3.2"},"extensions":["GL_A\nhide GL_RGBA"]}}`:                  "invalid value",
		`{"profile":{"strings":{"GL_VERSION":"OpenGL ES 3.2","GL_RENDERER":"` + strings.Repeat("x", maxSize) + `"}}}`: "64 KiB",
	} {
		if p, err := FromJSON([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v %+v", text, err, p)
		}
	}
}
