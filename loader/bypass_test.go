package loader

import "testing"

func TestLibEGLIn(t *testing.T) {
	const other = "7f00-7f10 r-xp 00000000 08:01 123   /usr/lib/libEGL.so.1.1.0\n7f20-7f30 r-xp 0 08:01 9 /usr/lib/libGL.so.1\n"
	for maps, want := range map[string]string{
		"": "", "7f00-7f10 rw-p 0 00:00 0\n": "", other: "/usr/lib/libEGL.so.1.1.0",
		other + "7f40-7f50 r-xp 0 08:01 9 /host/libEGL.so.1\n": "",
	} {
		if got := libEGLIn(maps, "/host"); got != want {
			t.Errorf("%q: %q, not %q", maps, got, want)
		}
	}
}

func TestBypassText(t *testing.T) {
	for because, b := range map[string]Bypass{
		"it opened that file by its path":                           {1, "game", "/l/libEGL.so.1", false},
		"it, or a script that started it, replaced LD_LIBRARY_PATH": {1, "game", "/l/libEGL.so.1", true},
	} {
		if got, want := b.String(), "process 1 (game) uses /l/libEGL.so.1 instead of the loader's libEGL, because "+because; got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
