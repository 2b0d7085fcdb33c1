package apk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// fakeTools returns Tools with scripts in place of apksigner and keytool.
func fakeTools(t *testing.T, apksigner, keytool string) Tools {
	t.Helper()
	dir, tools := t.TempDir(), findTools(t)
	testutil.WriteFiles(t, dir, map[string]string{"apksigner": "#!/bin/sh\n" + apksigner, "keytool": "#!/bin/sh\n" + keytool})
	for name, to := range map[string]*string{"apksigner": &tools.Apksigner, "keytool": &tools.Keytool} {
		*to = filepath.Join(dir, name)
		if err := os.Chmod(*to, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return tools
}

// No password appears among the arguments of a program, where every user of the machine can read it.
func TestNoSecretInArguments(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("LOG", log)
	t.Chdir(t.TempDir())
	tools := fakeTools(t, `echo "apksigner $*" >>"$LOG"; cat >>"$LOG"; exit 1`, `echo "keytool $*" >>"$LOG"; printf %s "$GLESLAYERGEN_KEY_PASSWORD" >"$3"`)
	debug := debugKey(t, tools)
	if text, err := os.ReadFile(debug.Store); err != nil || string(text) != debugSecret {
		t.Errorf("keytool got the password %q, %v", text, err)
	}
	asked := Key{Store: "own", Alias: "a", Password: "stdin", Secret: "sesame"}
	layer := []Layer{makeLayer(t, "x86_64", "liba.so")}
	for _, key := range []Key{debug, asked} {
		if _, err := Build(t.Context(), tools, BuildOptions{Layers: layer, Key: key}); err == nil {
			t.Error("it failed, and nobody said so")
		}
	}
	text, err := os.ReadFile(log)
	output := strings.ReplaceAll(string(text), debug.Store, "STORE")
	if err != nil || strings.Contains(output, debugSecret) || strings.Count(output, "sesame") != 1 || !strings.HasSuffix(output, "\nsesame\n") {
		t.Errorf("%v\n%s", err, output)
	}
	checkFiles(t)
}

// Whatever apksigner does, no APK that a device would reject is written to the output path, and no other file
// is left.
func TestBadApksigner(t *testing.T) {
	t.Chdir(t.TempDir())
	layer := []Layer{makeLayer(t, "x86_64", "liba.so")}
	for name, c := range map[string]struct{ script, want string }{
		"no signature": {`for last; do :; done; cp "$last" "$7"; echo >"$7.idsig"; echo "$@" >&2`, "wrote an APK without a v2 or v3 signature"},
		"nothing":      {`exit 0`, "signed.apk: no such file"},
		"no APK":       {`echo >"$7"`, "apksigner wrote an invalid APK"},
		"many words":   {`yes "   at com.android.Foo" | head -c 3000000; echo Exception: wrong >&2; exit 2`, "apksigner: "},
		"reason":       {`echo "WARNING: x"; echo "  at com.android.Foo" >&2; echo "Exception: wrong" >&2; exit 2`, "apksigner: Exception: wrong"},
	} {
		tools := fakeTools(t, c.script, "")
		_, err := Build(t.Context(), tools, BuildOptions{Layers: layer, Key: Key{Store: "own", Password: "stdin"}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		checkFiles(t)
	}
}

// An interrupt ends the running program and removes temporary files.
func TestInterrupted(t *testing.T) {
	begun := filepath.Join(t.TempDir(), "begun")
	t.Setenv("BEGUN", begun)
	t.Chdir(t.TempDir())
	tools := fakeTools(t, `: >"$BEGUN"; exec sleep 600`, "")
	layer := []Layer{makeLayer(t, "x86_64", "liba.so")}
	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		testutil.Poll(func() bool { _, err := os.Stat(begun); return err == nil })
		interrupt()
	}()
	if _, err := Build(ctx, tools, BuildOptions{Layers: layer, Key: Key{Store: "own", Password: "stdin"}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	checkFiles(t)
}
