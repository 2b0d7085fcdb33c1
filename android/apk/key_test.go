package apk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Concurrent calls create one key, which only its user can read.
func TestDebugKey(t *testing.T) {
	tools, dir := findTools(t), filepath.Join(t.TempDir(), "deep", "keys")
	errs := make(chan error)
	for range 4 {
		go func() {
			_, err := DebugKey(t.Context(), tools, dir)
			errs <- err
		}()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	for path, want := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, filepath.Join(dir, debugStore): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	t.Chdir(dir)
	checkFiles(t, debugStore)
}

func TestUserKey(t *testing.T) {
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"store": "", "password": "secret"})
	store, file := filepath.Join(dir, "store"), "file:"+filepath.Join(dir, "password")
	t.Setenv("HAS_IT", "secret")
	prompt := func(string) (string, error) { return "asked", nil }
	for _, c := range []struct{ store, password, want string }{
		{store, "env:HAS_IT", ""}, {store, file, ""}, {store, "prompt", ""},
		{store, "env:HAS_NOT", "--keystore-password env:HAS_NOT: the environment variable is not set or is empty"},
		{store, "file:none", "--keystore-password file:none: no such file"},
		{store, "secret", "--keystore-password: the value is not env:NAME, file:PATH or \"prompt\""},
		{store, "pass:secret", "--keystore-password: the value is not env:NAME, file:PATH or \"prompt\""},
		{"none", "env:HAS_IT", "--keystore none: no such file"},
	} {
		key, err := UserKey(c.store, "a", c.password, prompt)
		var wrong *android.Error
		switch {
		case c.want == "" && err == nil:
			if c.password == "prompt" && (key.Password != "stdin" || key.Secret != "asked") {
				t.Errorf("%+v", key)
			}
		case c.want == "" || !errors.As(err, &wrong) || wrong.ExitCode() != 2 || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error()+wrong.Hint(), "secret"):
			t.Errorf("%s: %v", c.password, err)
		}
	}
}
