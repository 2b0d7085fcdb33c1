package doctor

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
)

// The advice for a missing adb is the same as that of doctor.
func TestNoADB(t *testing.T) {
	_, err := adb.Find(func(string) string { return "" })
	var hinted interface{ Hint() string }
	if want := Advice("linux", "adb"); !errors.As(err, &hinted) || !strings.HasPrefix(hinted.Hint(), want+"; ") {
		t.Errorf("%v, not %s", err, want)
	}
}

// doctor finds every tool that a command finds, and has advice for every missing one.
func TestSDK(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, tool := range Tools(system) {
			if tool.Kind != "sdk" && tool.Kind != "platform" {
				continue
			}
			nothing := fake(nil, "", nil)
			if tool.Kind == "sdk" {
				if got := nothing.check(t.Context(), tool); got.Found || got.Problem != "not found" {
					t.Errorf("%s: %+v", tool.Name, got)
				}
				_, err := android.FindSDK(nothing.Getenv, nothing.LookPath).Tool(tool.Find)
				var missing *android.Missing
				if !errors.As(err, &missing) {
					t.Fatal(err)
				}
			}
			first, _, _ := strings.Cut(tool.Find, "|")
			if Advice(system, first) == "" {
				t.Errorf("%s: no advice", tool.Name)
			}
		}
		for tool, want := range map[string]string{
			"aapt2":  "install aapt2 (Debian: apt-get install aapt; other systems: the build-tools of the Android SDK, with ANDROID_HOME set to the directory of the SDK: https://developer.android.com/tools/releases/build-tools)",
			"cmakes": "",
		} {
			if got := Advice(system, tool); got != want {
				t.Errorf("%s: %s", tool, got)
			}
		}
		// Tools from the same source are listed with that source once.
		want := "install aapt2, apksigner, java, keytool (Debian: apt-get install aapt apksigner default-jre-headless; other systems: " +
			"the build-tools of the Android SDK, with ANDROID_HOME set to the directory of the SDK: https://developer.android.com/tools/releases/build-tools; " +
			"Java from https://adoptium.net)"
		if got := Advice(system, "aapt2", "apksigner", "java", "keytool"); got != want {
			t.Error(got)
		}
	}
	for _, tool := range Tools("linux") {
		if tool.Kind == "sdk" && tool.Name != "zipalign" {
			here := &Machine{System: "linux", Getenv: os.Getenv, LookPath: exec.LookPath, Run: runTool}
			if got := here.check(t.Context(), tool); !got.Found {
				t.Errorf("%+v: run make deps", got)
			}
		}
	}
}
