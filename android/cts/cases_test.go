package cts

import (
	"slices"
	"strings"
	"testing"
)

func TestCases(t *testing.T) {
	cases := Cases()
	if len(cases) != 10 {
		t.Errorf("%d cases", len(cases))
	}
	first := cases[0]
	if first.Settings["gpu_debug_layers_gles"] != "libGLES_glesLayerA.so:libGLES_glesLayerB.so" || first.Settings["gpu_debug_app"] != "android.rootlessgpudebug.DEBUG.app" ||
		!slices.Equal(first.Push, []string{"A", "B"}) || first.Refused || len(first.Want) != 3 {
		t.Errorf("%+v", first)
	}
	for _, c := range cases {
		if !slices.Contains(words, c.Start) || len(c.Want) == 0 || c.Reason == "" {
			t.Errorf("%+v", c)
		}
	}
}

func TestWants(t *testing.T) {
	const log = "glesLayerA: glesLayerA loaded\nx: glesLayer_eglChooseConfig called in glesLayerA\nx: glesLayer_eglChooseConfig called in glesLayerB\n"
	for text, want := range map[string]bool{
		"called A": true, "called C": false, "not called C": true, "not called A": false, "A before B": true, "B before A": false, "C before A": false,
		"not loaded A": false, "not loaded B": true,
	} {
		w, err := parseWant(text)
		if err != nil || w.seen(log) != want || w.String() != text {
			t.Errorf("%s: %v, %v, %s", text, w.seen(log), err, w)
		}
	}
}

func TestParseCasesBad(t *testing.T) {
	good := "name\t10-\t1\tDEBUG\tA\t-\t-\tA\tDEBUG\tcalled A\twhy\n"
	if _, err := parseCases(good); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"x\n", strings.Replace(good, "10-", "ten", 1), strings.Replace(good, "called A", "calls A", 1)} {
		if _, err := parseCases(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
