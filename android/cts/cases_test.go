package cts

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/rules"
)

func TestCases(t *testing.T) {
	cases := Cases()
	if len(cases) != 10 {
		t.Errorf("%d cases", len(cases))
	}
	first := cases[0]
	if first.Settings["gpu_debug_layers_gles"] != "libGLES_glesLayerA.so:libGLES_glesLayerB.so" || first.Settings["gpu_debug_app"] != "DEBUG" ||
		!slices.Equal(first.Push, []string{"A", "B"}) || first.Refused || len(first.Want) != 3 {
		t.Errorf("%+v", first)
	}
	for _, c := range cases {
		if !isPackage(c.Start) || !isPackage(c.Settings["gpu_debug_app"]) || len(c.Want) == 0 || c.Reason == "" {
			t.Errorf("%+v", c)
		}
	}
}

// isPackage reports whether a word is in packages.tsv.
func isPackage(word string) bool {
	return slices.ContainsFunc(thePackages(), func(p fixture) bool { return p.word == word })
}

// The app that is debuggable is the one that layers are pushed to, and an older release needs no other way in.
func TestPackages(t *testing.T) {
	all := thePackages()
	if len(all) != 5 || all[0].word != "DEBUG" || !all[0].app.Debuggable || all[1].app.Debuggable || !slices.Equal(all[4].layers, []string{"A", "B", "C"}) || all[4].app != nil {
		t.Errorf("%+v", all)
	}
	oldest, _ := rules.FindRelease("10")
	if got := packagesOf(oldest); len(got) != 4 || slices.ContainsFunc(got, func(p fixture) bool { return p.word == "INJECT" }) {
		t.Errorf("%+v", got)
	}
	good := "A\ta.b\tc.d\t10-\trelease\tC\twhy\n"
	if _, err := table.Parse("t", good, 7, parsePackage); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"A\n", strings.Replace(good, "10-", "ten", 1), strings.Replace(good, "release", "other", 1)} {
		if _, err := table.Parse("t", bad, 7, parsePackage); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestWants(t *testing.T) {
	const log = "glesLayerA: glesLayerA loaded\nx: glesLayer_eglChooseConfig called in glesLayerA\nx: glesLayer_eglChooseConfig called in glesLayerB\n"
	for text, expected := range map[string]bool{
		"layer A called": true, "layer C called": false, "layer C not called": true, "layer A not called": false, "layer A not loaded": false, "layer B not loaded": true,
		"layer A called before layer B": true, "layer B called before layer A": false, "layer C called before layer A": false,
	} {
		w, err := parseCondition(text)
		if err != nil || w.isMet(log) != expected || w.String() != text {
			t.Errorf("%s: %v, %v, %s", text, w.isMet(log), err, w)
		}
	}
}

func TestParseCasesBad(t *testing.T) {
	good := "name\t10-\t1\tDEBUG\tA\t-\t-\tA\tDEBUG\tlayer A called\twhy\n"
	if _, err := table.Parse("t", good, 11, parseCase); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"x\n", strings.Replace(good, "10-", "ten", 1), strings.Replace(good, "A called", "A calls", 1)} {
		if _, err := table.Parse("t", bad, 11, parseCase); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
