//go:build linux

package layercmd

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/loader"
)

// setupOf returns the loader's setup for flags.
func setupOf(t *testing.T, args ...string) (*loader.Setup, error) {
	t.Helper()
	f, cmd := &RunFlags{}, &cobra.Command{Use: "run"}
	f.add(cmd)
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return f.Setup(cmd, cmd.Flags().Args())
}

func TestRunSetup(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s, err := setupOf(t, "--layer", "/x/a.so:b.so", "--layer-path", "sub", "--android", "12L", "--strict", "--chaos", "0",
		"--log", "said", "prog", "--json")
	if err != nil {
		t.Fatal(err)
	}
	if s.List != "x/a.so:b.so" || s.Path != dir+"/sub:/" || s.Release.ID != "12" || !s.Strict || s.Chaos == nil || *s.Chaos != 0 ||
		s.Log != filepath.Join(dir, "said") {
		t.Errorf("%+v", s)
	}
	if info, err := os.Stat("said"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the log: %v, %v", info, err)
	}
	s, err = setupOf(t, "--env")
	if err != nil || s.List != "" || s.Path != "" || s.Strict || s.Chaos != nil || s.Log != "" || s.Release == nil {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestRunLogLink checks that the loader gets the target of a symbolic link, because it does not follow links.
func TestRunLogLink(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("said", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	s, err := setupOf(t, "--log", filepath.Join(dir, "link"), "prog")
	if err != nil || s.Log != filepath.Join(dir, "said") {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestShellQuote checks that a shell reads the original text.
func TestShellQuote(t *testing.T) {
	for in, want := range map[string]string{"": "''", "/a b": "'/a b'", "it's $x": `'it'\''s $x'`} {
		if got := ui.ShellQuote(in); got != want {
			t.Errorf("%q: %s", in, got)
		}
	}
}
