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
		if got := UnknownNames(r.Platform(), r.API); got != nil {
			t.Errorf("%s: platform names unknown: %v", r.ID, got)
		}
	}
}

func TestExplain(t *testing.T) {
	for name, parts := range map[string][]string{
		"eglGetDisplay": {
			"on every release from 10 to 16 QPR2; \"next\" is a function of the loader", "do not call this function in"},
		"eglCreateImageKHR":                {"platform list", "returns the public function of libEGL"},
		"eglSetSwapRectangleANDROID":       {"EGL driver list, rule 2.4", "\"next\" is NULL if the driver lacks the function (rule 2.10)", "driver's handles"},
		"glDrawArrays":                     {"GL list, rule 2.5", "a stub that other functions share", "OpenGL ES 2.0 or newer", "ES 1.x also has"},
		"glDispatchCompute":                {"GL list, rule 2.5", "a stub that other functions share", "OpenGL ES 2.0 or newer"},
		"glGetString":                      {"platform list", "without a current context (rules 4.6, 6.18)", "ES 1.x also has"},
		"glAlphaFunc":                      {"GL list", "a stub that other functions share", "OpenGL ES 2.0 or newer", "only OpenGL ES 1.x has"},
		"glShadingRateQCOM":                {"does not know this function: its calls reach layers only if", "forwarder"},
		"eglExportDMABUFImageMESA":         {"one of 256 slots", "forwarder", "treats this EGL function like a GL function"},
		"eglSetBlobCacheFuncsANDROID":      {"returns NULL for this function on every release from 10 to 16 QPR2"},
		"eglHibernateProcessIMG":           {"on releases 10 to 11", "function (rule 2.10)", "handles", "NULL for this function on releases 10 to 11", "does not know this function on releases 12 to 16 QPR2"},
		"glMultiDrawElementsBaseVertexOES": {"on releases 10 to 15", "stub", "OpenGL ES 2.0", "does not export this function", "does not know this function on releases 15 QPR to 16 QPR2"},
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
