package rules

import (
	"slices"
	"strings"
	"testing"
)

func TestKnownSince(t *testing.T) {
	for _, c := range []struct {
		name string
		api  int
		want bool
	}{
		{"eglGetDisplay", 29, true}, {"eglGetDisplay", 1, true}, {"glDrawArrays", 99, true},
		{"eglCreatePlatformWindowSurfaceEXT", 29, true},
		{"eglHibernateProcessIMG", 29, false}, {"eglHibernateProcessIMG", 31, false},
		{"glMultiDrawElementsBaseVertexOES", 29, false}, {"glMultiDrawElementsBaseVertexOES", 35, false},
		{"glMultiDrawElementsBaseVertexOES", 99, false},
		{"glShadingRateQCOM", 36, false}, {"eglSetBlobCacheFuncsANDROID", 29, false}, {"", 29, false},
	} {
		if got := Lookup(c.name).KnownSince(c.api); got != c.want {
			t.Errorf("%s known since %d: %v", c.name, c.api, got)
		}
	}
}

// A name that was added later is known from that release on only; the releases that do not know it precede
// it.
func TestKnownSinceForNewNames(t *testing.T) {
	n := Name{Name: "glNew"}
	n.lists[ListGL] = must(ParseRange("14-"))
	for api, want := range map[int]bool{29: false, 33: false, 34: true, 36: true, 40: true} {
		if n.KnownSince(api) != want {
			t.Errorf("known since %d is not %v", api, want)
		}
	}
	if got := n.unknownOn().String(); got != "10-13" {
		t.Errorf("unknown on %s", got)
	}
}

func TestUnknownNames(t *testing.T) {
	names := []string{"glZ", "eglGetDisplay", "glShadingRateQCOM", "glZ", "glMultiDrawElementsBaseVertexOES", "glFlush"}
	want := []string{"glZ", "glShadingRateQCOM", "glMultiDrawElementsBaseVertexOES"}
	if got := UnknownNames(names, 29); !slices.Equal(got, want) {
		t.Errorf("unknown: %v", got)
	}
	for _, r := range Releases() {
		if got := UnknownNames(r.Platform, r.API); got != nil {
			t.Errorf("%s: platform names unknown: %v", r.ID, got)
		}
	}
}

func TestExplain(t *testing.T) {
	for name, parts := range map[string][]string{
		"eglGetDisplay": {
			"on every release 10..16qpr2 (platform list: next is the loader's own function", "never call it from"},
		"eglCreateImageKHR":                {"platform list", "returns libEGL's public wrapper"},
		"eglSetSwapRectangleANDROID":       {"EGL driver list, rule 2.4", "next may be NULL (rule 2.10)", "driver's handles"},
		"glDrawArrays":                     {"GL list, rule 2.5", "a stub shared", "ES 2.0+ context", "shared with ES 1.x"},
		"glDispatchCompute":                {"GL list, rule 2.5", "a stub shared", "ES 2.0+ context"},
		"glGetString":                      {"platform list", "no context current (rules 4.6, 6.18)", "shared with ES 1.x"},
		"glAlphaFunc":                      {"GL list", "a stub shared", "ES 2.0+ context", "ES 1.x only"},
		"glShadingRateQCOM":                {"unknown to the loader: reaches layers only if", "forwarder"},
		"eglExportDMABUFImageMESA":         {"one of 256 slots", "forwarder", "an EGL function in a GL slot"},
		"eglSetBlobCacheFuncsANDROID":      {"returns NULL on every release 10..16qpr2"},
		"eglHibernateProcessIMG":           {"on releases 10..11", "NULL (rule 2.10)", "handles", "NULL on releases 10..11", "unknown to the loader on releases 12..16qpr2"},
		"glMultiDrawElementsBaseVertexOES": {"on releases 10..15", "stub", "ES 2.0+", "no exported wrapper", "unknown to the loader on releases 15qpr..16qpr2"},
	} {
		got := Lookup(name).Explain()
		if len(got) != len(parts) {
			t.Errorf("%s: %d sentences, not %d: %q", name, len(got), len(parts), got)
			continue
		}
		for i, part := range parts {
			if !strings.Contains(got[i], part) {
				t.Errorf("%s: %q does not contain %q", name, got[i], part)
			}
		}
	}
}

// Each key of explain.txt applies to some name, and no parameter remains in its sentence.
func TestExplainKeys(t *testing.T) {
	used := map[string]bool{}
	names := []string{"glNone", "eglNone"}
	for _, n := range loaded().names {
		names = append(names, n.Name)
	}
	for _, name := range names {
		for key, g := range Lookup(name).facts() {
			used[key] = used[key] || !g.Empty()
		}
		text := strings.Join(Lookup(name).Explain(), "\n")
		if text == "" || strings.ContainsAny(text, "{}") {
			t.Errorf("%s: explained as %q", name, text)
		}
	}
	for _, s := range sentences() {
		if !used[s.key] {
			t.Errorf("no name is %s", s.key)
		}
	}
}

func TestLists(t *testing.T) {
	n := Lookup("glGetString")
	if want := []List{ListPlatform, ListGL, ListES1, ListNoContext}; !slices.Equal(n.Lists(), want) {
		t.Errorf("glGetString is in %v", n.Lists())
	}
	if got := Lookup("eglAwakenProcessIMG").Releases(ListEGL).String(); got != "10-11" {
		t.Errorf("eglAwakenProcessIMG is there on %q", got)
	}
}
