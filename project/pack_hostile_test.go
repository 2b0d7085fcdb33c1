//go:build linux

package project

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// zipOf returns a zip with the files; mode is that of the last.
func zipOf(t *testing.T, mode fs.FileMode, pairs ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		h := &zip.FileHeader{Name: pairs[i], Method: zip.Deflate}
		if i == len(pairs)-2 {
			h.SetMode(mode)
		}
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write([]byte(pairs[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A hostile pack creates no project, and changes nothing outside of the project's directory.
func TestHostilePacks(t *testing.T) {
	head := "name: evil\nversion: '1'\nmodel: 1\nhooks: [none]\nfiles:\n- {path: zz_generated_a, template: t}\n"
	entry := func(e string) map[string]string { return map[string]string{"pack/pack.yaml": head + e, "pack/t": "x"} }
	template := func(text string) map[string]string {
		return map[string]string{"pack/pack.yaml": head, "pack/t": text}
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"path escape":          {entry("- {path: ../../victim/zz_generated_x, template: t}\n"), "pack.yaml:7: path"},
		"escape in the middle": {entry("- {path: a/../../victim/own, template: t, class: yours}\n"), "pack.yaml:7: path"},
		"absolute path":        {entry("- {path: /tmp/zz_generated_x, template: t}\n"), "pack.yaml:7: path"},
		"the yaml itself":      {entry("- {path: gleslayer.yaml, template: t, class: yours}\n"), "is reserved: a template pack cannot write this path"},
		"a hook of git":        {entry("- {path: .git/hooks/post-checkout, template: t, class: yours}\n"), "is reserved: a template pack cannot write this path"},
		"template outside":     {entry("- {path: zz_generated_x, template: ../victim/own}\n"), `"../victim/own": use a relative path`},
		"endless output":       {template("{{range 9223372036854775807}}0123456789012345678901234567890123456789{{end}}"), "pack/t:1: the output exceeds the limit of 16 MiB"},
		"endless recursion":    {template(`{{define "a"}}x{{template "a"}}{{end}}{{template "a"}}`), "pack/t"},
		"endless text":         {template(`{{$s := "0123456789"}}{{range 60}}{{$s = printf "%s%s" $s $s}}{{end}}`), "pack/t: "},
		"zip with link":        {map[string]string{"pack": zipOf(t, fs.ModeSymlink|0o777, "pack.yaml", head, "t", "../victim/own")}, `entry "t": a link`},
		"zip with escape":      {map[string]string{"pack": zipOf(t, 0o666, "pack.yaml", head, "t", "x", "../victim/own", "evil")}, `entry "../victim/own": use a relative path`},
		"zip bomb":             {map[string]string{"pack": zipOf(t, 0o666, "pack.yaml", head, "t", strings.Repeat("0", 32<<20))}, "template t: larger than 1024 KiB"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			testutil.WriteFiles(t, root, c.files)
			testutil.WriteFiles(t, root, map[string]string{"victim/own": "mine", "here/other": "mine"})
			before := testutil.ReadTree(t, root)
			q := request(filepath.Join(root, "here", "p"))
			q.Config.Template, q.Config.Intercept = "../../pack", []Intercept{{Match: "glClear", Hooks: "none"}}
			_, err := Create(t.Context(), registry.Builtin(), q)
			testutil.CheckHint(t, err, c.want)
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q is no one line", err)
			}
			testutil.CheckTree(t, root, before)
		})
	}
}

// A symbolic link in a directory of templates is not followed, not even to a file in the same directory.
func TestHostilePackLink(t *testing.T) {
	root := t.TempDir()
	testutil.WriteFiles(t, root, map[string]string{"secret": "secret", "pack/pack.yaml": plainPack, "pack/notes.tmpl": "x"})
	if err := os.Symlink("../secret", filepath.Join(root, "pack", "names.tmpl")); err != nil {
		t.Fatal(err)
	}
	before := testutil.ReadTree(t, root)
	q := request(filepath.Join(root, "p"))
	q.Config.Template, q.Config.Intercept = "../pack", []Intercept{{Match: "glClear", Hooks: "none"}}
	_, err := Create(t.Context(), registry.Builtin(), q)
	testutil.CheckHint(t, err, "pack.yaml:6: template names.tmpl: not a regular file; links are not followed")
	testutil.CheckTree(t, root, before)
}
