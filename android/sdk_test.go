package android

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The order of preference is: newest build-tools, older build-tools, Java's directory, PATH. Of two
// alternative names, the first wins.
func TestSDKTool(t *testing.T) {
	sdk, old, java, path := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("PATH", path)
	vars := env{"ANDROID_HOME": sdk, "ANDROID_SDK_ROOT": old, "JAVA_HOME": java}
	find := FindSDK(vars.get, exec.LookPath)
	if _, err := find.Tool("aapt2", "aapt"); err == nil || !errors.As(err, new(*Missing)) || err.Error() != "aapt2 or aapt: not found in $ANDROID_HOME/build-tools, $JAVA_HOME/bin or PATH" {
		t.Error(err)
	}
	for _, want := range []string{ // each wins over those above it
		filepath.Join(path, "aapt"), filepath.Join(java, "bin", "aapt"), filepath.Join(old, "build-tools", "34.0.0", "aapt"),
		filepath.Join(sdk, "build-tools", "9.0.0", "aapt"), filepath.Join(sdk, "build-tools", "33.0.2", "aapt"), filepath.Join(path, "aapt2"),
	} {
		if err := os.MkdirAll(filepath.Dir(want), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, want, "#!/bin/sh\n", 0o755)
		if got, err := find.Tool("aapt2", "aapt"); err != nil || got != want {
			t.Errorf("%s, %v, not %s", got, err, want)
		}
	}
	if got, err := FindSDK(env{}.get, exec.LookPath).Tool("aapt"); err != nil || got != filepath.Join(path, "aapt") {
		t.Errorf("%s, %v", got, err)
	}
}

func TestPlatform(t *testing.T) {
	sdk := t.TempDir()
	find := FindSDK(env{"ANDROID_SDK_ROOT": sdk}.get, exec.LookPath)
	if got, err := find.Platform(); err != nil || got != debianPlatform {
		t.Errorf("%s, %v: run make deps", got, err)
	}
	for _, name := range []string{"android-9", "android-34"} {
		want := filepath.Join(sdk, "platforms", name, "android.jar")
		if err := os.MkdirAll(filepath.Dir(want), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, want, "", 0o644)
		if got, err := find.Platform(); err != nil || got != want {
			t.Errorf("%s, %v, not %s", got, err, want)
		}
	}
}
