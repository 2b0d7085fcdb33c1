package rules

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestPitfallsAreSound(t *testing.T) {
	for _, trap := range Pitfalls() {
		if trap.Title == "" || trap.What == "" || !strings.HasSuffix(trap.Remedy, ".") {
			t.Errorf("%s: a part is missing", trap.ID)
		}
		if _, err := ParseRange(trap.Releases); err != nil {
			t.Errorf("%s: %v", trap.ID, err)
		}
		for _, c := range append(slices.Clone(trap.Commands), trap.Settled...) {
			if !strings.HasPrefix(c, "@") && len(Lookup(c).Lists()) == 0 {
				t.Errorf("%s: %s is in no list", trap.ID, c)
			}
		}
	}
}

func TestPitfallsFor(t *testing.T) {
	for command, want := range map[string][]string{
		"eglClientWaitSync":                {"trap-clientwaitsync"},
		"eglSwapBuffers":                   {"trap-swap-damage"},
		"eglSwapBuffersWithDamageKHR":      {"trap-swap-damage"},
		"eglGetPlatformDisplay":            {"trap-platform-display"},
		"glPushGroupMarkerEXT":             {"trap-markers"},
		"glAlphaFunc":                      {"trap-es1"},
		"glGetString":                      {"trap-extension-string", "trap-no-context"},
		"eglGetRenderBufferANDROID":        {"trap-null-next", "trap-driver-handles"},
		"eglGetProcAddress":                {"trap-public-wrapper", "trap-eglgetprocaddress-null"},
		"glShadingRateQCOM":                {"trap-unknown-next", "trap-unknown-late"},
		"glMultiDrawElementsBaseVertexOES": {"trap-unknown-next", "trap-unknown-late"},
		"eglExportDMABUFImageMESA":         {"trap-unknown-next", "trap-unknown-late", "trap-unknown-egl"},
		"glDrawArrays":                     nil,
	} {
		var got []string
		for _, trap := range PitfallsFor(command) {
			got = append(got, trap.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: traps %v, not %v", command, got, want)
		}
	}
}

func TestPitfallApplies(t *testing.T) {
	topic := func(id string) Pitfall {
		i := slices.IndexFunc(Pitfalls(), func(trap Pitfall) bool { return trap.ID == id })
		return Pitfalls()[i]
	}
	markers, null := topic("trap-markers"), topic("trap-eglgetprocaddress-null")
	if markers.Applies(find(t, "11")) || !markers.Applies(find(t, "12")) || !markers.Applies(Newest()) {
		t.Error("markers are lost from 12 on")
	}
	if !null.Applies(find(t, "15qpr")) || null.Applies(find(t, "16qpr1")) {
		t.Error("NULL crashes up to 16")
	}
	if !topic("trap-deadlock").General() || markers.General() {
		t.Error("a general trap has no command")
	}
}

func TestPitfallSettledBy(t *testing.T) {
	layer := func(commands ...string) func(string) bool {
		return func(c string) bool { return slices.Contains(commands, c) }
	}
	swap, wait, markers := PitfallsFor("eglSwapBuffers")[0], PitfallsFor("eglClientWaitSync")[0], PitfallsFor("glPopGroupMarkerEXT")[0]
	if swap.SettledBy(layer("eglSwapBuffers")) || !swap.SettledBy(layer("eglSwapBuffers", "eglSwapBuffersWithDamageKHR")) {
		t.Error("both names of a swap are needed")
	}
	if !wait.SettledBy(layer("eglClientWaitSync", "eglClientWaitSyncKHR")) || wait.SettledBy(layer("eglClientWaitSync")) {
		t.Error("the KHR name sees the calls of both")
	}
	if markers.SettledBy(func(string) bool { return true }) {
		t.Error("nothing settles the markers")
	}
}

// IDs are stable because scripts and links use them: each published ID remains.
func TestIDsAreStable(t *testing.T) {
	b, err := os.ReadFile("testdata/ids.txt")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, topic := range Topics() {
		ids = append(ids, topic.ID)
	}
	if got := strings.Join(ids, "\n") + "\n"; got != string(b) {
		t.Errorf("ids differ from testdata/ids.txt; add new ones there, remove none. They are now:\n%s", got)
	}
	slices.Sort(ids)
	if len(slices.Compact(ids)) != len(Topics()) {
		t.Error("an id is there twice")
	}
}
