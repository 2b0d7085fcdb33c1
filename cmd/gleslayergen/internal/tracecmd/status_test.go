package tracecmd

import "testing"

func TestShortName(t *testing.T) {
	for process, want := range map[string]string{
		"/usr/bin/game":           "game",
		"com.example.game:render": "com.example.game:render",
		"/opt/browser/browser --type=gpu-process --no-sandbox --a=b": "browser --type=gpu-process --no-sandb...",
		"": "",
	} {
		if got := shortName(process); got != want {
			t.Errorf("%q: %q, not %q", process, got, want)
		}
	}
}
