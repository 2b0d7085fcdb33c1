package android

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func openTestNDK(t *testing.T, root string) *NDK {
	t.Helper()
	ndk, err := FindNDK(env{"ANDROID_NDK_HOME": root}.get)
	if err != nil {
		t.Fatal(err)
	}
	return ndk
}

func TestCompilers(t *testing.T) {
	ndk := openTestNDK(t, makeNDK(t, filepath.Join(t.TempDir(), "ndk"), thisHost))
	for abi, want := range map[string][]string{
		"arm64-v8a":   {"GOOS=android", "GOARCH=arm64", "CC=aarch64-linux-android29-clang"},
		"armeabi-v7a": {"GOOS=android", "GOARCH=arm", "CC=armv7a-linux-androideabi29-clang", "GOARM=7"},
		"x86_64":      {"GOOS=android", "GOARCH=amd64", "CC=x86_64-linux-android29-clang"},
		"x86":         {"GOOS=android", "GOARCH=386", "CC=i686-linux-android29-clang"},
	} {
		a, err := FindABI(abi)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ndk.Env(a, 29)
		for i := range got {
			got[i] = strings.Replace(got[i], ndk.bin+string(filepath.Separator), "", 1)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", abi, got, err)
		}
	}
}

// An old or incomplete NDK has no compiler for the API level that layers need.
func TestOldNDK(t *testing.T) {
	ndk := openTestNDK(t, makeNDK(t, t.TempDir(), thisHost))
	arm64 := ABIs()[0]
	name := "aarch64-linux-android29-clang"
	for _, spoil := range []func(path string) error{
		func(path string) error {
			return os.Rename(path, filepath.Join(ndk.bin, "aarch64-linux-android28-clang"))
		},
		func(path string) error { return os.Chmod(path, 0o644) }, // not executable
		func(path string) error { return os.Remove(path) },
		func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) },
	} {
		path := filepath.Join(ndk.bin, name)
		_ = os.Remove(path)
		write(t, path, "#!/bin/sh\n", 0o755)
		if _, err := ndk.Env(arm64, 29); err != nil {
			t.Fatal(err)
		}
		if err := spoil(path); err != nil {
			t.Fatal(err)
		}
		_, err := ndk.Env(arm64, 29)
		checkError(t, err, 1, "the NDK at "+ndk.Root, name+" is missing", "too old")
	}
}

// If an NDK has compilers for several systems, those for this system are used. Compilers for other systems
// only are an error.
func TestHostOfNDK(t *testing.T) {
	root := makeNDK(t, t.TempDir(), "aix-ppc64", "windows-x86_64", "zos-x390", "darwin-x86_64", "linux-x86_64")
	if ndk := openTestNDK(t, root); !strings.HasSuffix(ndk.bin, filepath.Join(thisHost, "bin")) {
		t.Error(ndk.bin)
	}
	root = makeNDK(t, t.TempDir(), "aix-ppc64")
	_, err := FindNDK(env{"ANDROID_NDK_HOME": root}.get)
	checkError(t, err, 1, "ANDROID_NDK_HOME: the NDK at "+root+" is for aix-ppc64, not for ")
}

// CC is one word for Go, and an absolute path, since Go runs the compiler from any directory.
func TestPathOfCompiler(t *testing.T) {
	top := t.TempDir()
	t.Chdir(top)
	for root, want := range map[string]string{
		"plain":      "CC=" + top + "/plain/",
		"a b":        `CC="` + top + "/a b/",
		`a "b"`:      "CC='" + top + `/a "b"/`,
		"it's a":     `CC="` + top + "/it's a/",
		"a,b":        "CC=" + top + "/a,b/",
		"[x]*?":      "CC=" + top + "/[x]*?/",
		"größe":      "CC=" + top + "/größe/",
		"./rel/../r": "CC=" + top + "/r/",
	} {
		makeNDK(t, filepath.Clean(root), thisHost)
		got, err := openTestNDK(t, root).Env(ABIs()[0], 29)
		if err != nil || !strings.HasPrefix(got[2], want) || !strings.HasSuffix(strings.TrimRight(got[2], `"'`), "/aarch64-linux-android29-clang") {
			t.Errorf("%s: %q, %v", root, got, err)
		}
	}
}

func TestLinkedNDK(t *testing.T) {
	top := t.TempDir()
	makeNDK(t, filepath.Join(top, "opt", "ndk"), thisHost)
	if err := os.MkdirAll(filepath.Join(top, "sdk", "ndk"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(top, "sdk", "ndk", "27.0.1")
	if err := os.Symlink(filepath.Join(top, "opt", "ndk"), link); err != nil {
		t.Fatal(err)
	}
	if ndk, err := FindNDK(env{"ANDROID_HOME": filepath.Join(top, "sdk")}.get); err != nil || ndk.Root != link {
		t.Errorf("%v, %v", ndk, err)
	}
}
