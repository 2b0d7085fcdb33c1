package rules

import (
	"slices"
	"testing"
)

func TestReleases(t *testing.T) {
	want := []struct {
		id                string
		api, egl, gl, all int
	}{
		{"10", 29, 79, 1020, 1107}, {"11", 30, 79, 1020, 1107},
		{"12", 31, 77, 1020, 1105}, {"13", 33, 77, 1020, 1105},
		{"14", 34, 77, 1020, 1105}, {"14qpr1", 34, 77, 1020, 1105}, {"14qpr3", 34, 77, 1020, 1105}, {"15", 35, 77, 1020, 1105},
		{"15qpr", 35, 77, 1019, 1104}, {"16", 36, 77, 1019, 1104},
		{"16qpr1", 36, 77, 1019, 1104}, {"16qpr2", 36, 77, 1019, 1104},
	}
	releases := Releases()
	if len(releases) != len(want) {
		t.Fatalf("%d releases, not %d", len(releases), len(want))
	}
	for i, w := range want {
		r := releases[i]
		if r.ID != w.id || r.API != w.api || r.Slots() != 256 || r.Title == "" {
			t.Errorf("release %d is %s, API %d, %d slots, %q", i, r.ID, r.API, r.Slots(), r.Title)
		}
		got := []int{len(r.Platform()), len(r.EGL()), len(r.GL()), len(r.ES1()), len(r.StaticMap()), len(r.Offered())}
		if wants := []int{86, w.egl, w.gl, 298, 34, w.all}; !slices.Equal(got, wants) {
			t.Errorf("%s: list lengths %v, not %v", r.ID, got, wants)
		}
	}
	if Newest() != releases[len(releases)-1] {
		t.Error("Newest is not the last release")
	}
}

func TestFindRelease(t *testing.T) {
	for id, want := range map[string]string{
		"10": "10", "16qpr2": "16qpr2", "16QPR1": "16qpr1", " 15qpr ": "15qpr", "12L": "12", "15qpr1": "15qpr", "14QPR2": "14qpr1",
	} {
		if r, ok := FindRelease(id); !ok || r.ID != want {
			t.Errorf("FindRelease(%q) = %v, %v, not %s", id, r, ok, want)
		}
	}
	for _, id := range []string{"", "9", "-", "17", "qpr"} {
		if r, ok := FindRelease(id); ok {
			t.Errorf("FindRelease(%q) = %s", id, r.ID)
		}
	}
}

func TestNoNameTwice(t *testing.T) {
	for _, r := range Releases() {
		for _, list := range [][]string{r.Platform(), r.EGL(), r.GL(), r.ES1(), r.StaticMap(), r.Offered()} {
			sorted := slices.Sorted(slices.Values(list))
			if len(slices.Compact(sorted)) != len(list) {
				t.Errorf("%s: a list has a name twice", r.ID)
			}
		}
	}
}

func TestOrder(t *testing.T) {
	r10, r15 := find(t, "10"), find(t, "15")
	checks := []struct {
		list []string
		at   int
		want string
	}{
		{r15.Platform(), 0, "eglGetDisplay"}, {r15.Platform(), 1, "eglGetPlatformDisplay"},
		{r15.Platform(), 85, "glGetInteger64v"}, {r15.EGL(), 76, "eglSetDamageRegionKHR"},
		{r10.EGL(), 75, "eglHibernateProcessIMG"}, {r10.EGL(), 76, "eglAwakenProcessIMG"},
		{r10.EGL(), 77, "eglSwapBuffersWithDamageKHR"}, {r15.StaticMap(), 0, "eglLockSurfaceKHR"},
		{r15.Offered(), 85, "glGetInteger64v"}, {r15.Offered(), 86, "eglCreatePlatformWindowSurfaceEXT"},
		{r15.Offered(), 87, "eglCreatePlatformPixmapSurfaceEXT"}, {r15.Offered(), 88, "eglSetSwapRectangleANDROID"},
		{r15.Offered(), 89, "eglGetRenderBufferANDROID"}, {r15.Offered(), 90, "eglCreateNativeClientBufferANDROID"},
		{r15.Offered(), 91, "glActiveShaderProgram"}, {r15.Offered(), 1104, "glWindowRectanglesEXT"},
		{r10.Offered(), 91, "eglHibernateProcessIMG"},
	}
	for _, c := range checks {
		if c.list[c.at] != c.want {
			t.Errorf("name %d is %s, not %s", c.at, c.list[c.at], c.want)
		}
	}
	if !slices.IsSorted(r15.GL()) || !slices.IsSorted(r15.ES1()) {
		t.Error("a GL list is not alphabetical")
	}
}

// The relations between the lists that rules 2.4, 3.1, 4.8 and 5.6 state.
func TestListsAgree(t *testing.T) {
	shared := 0
	for _, n := range loaded().names {
		for _, r := range Releases() {
			switch {
			case n.In(ListES1, r) && !n.In(ListGL, r),
				n.In(ListES1Only, r) && !n.In(ListES1, r),
				n.In(ListStatic, r) && !n.In(ListPlatform, r),
				n.In(ListTrigger, r) && !n.In(ListPlatform, r),
				n.In(ListNoContext, r) && !(n.In(ListPlatform, r) && n.In(ListGL, r)),
				n.In(ListHidden, r) && !n.KnownOn(r):
				t.Errorf("%s: lists %v do not go together on %s", n.Name, n.Lists(), r.ID)
			}
		}
		if n.In(ListPlatform, Newest()) && n.In(ListEGL, Newest()) {
			shared++
		}
	}
	if shared != 72 {
		t.Errorf("%d names in both EGL lists, not 72", shared)
	}
}

func find(t *testing.T, id string) *Release {
	t.Helper()
	r, ok := FindRelease(id)
	if !ok {
		t.Fatalf("no release %s", id)
	}
	return r
}
