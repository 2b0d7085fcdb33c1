package templates

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// head is the beginning of a pack.yaml: five lines.
const head = "name: test\nversion: 1.0.0\nmodel: 1\nhooks: [go, none]\nfiles:\n"

// zipOf writes files to a zip; names may be duplicates and have modes.
func zipOf(t testing.TB, entries ...zipEntry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Flags: e.flags}
		if e.mode != 0 {
			h.SetMode(e.mode)
		}
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write([]byte(e.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type zipEntry struct {
	name, text string
	mode       fs.FileMode
	flags      uint16
}

func wantError(t *testing.T, p *Pack, err error, want string) {
	t.Helper()
	if err == nil || p != nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%+v, error %v, expected %s", p, err, want)
	}
}

func TestBuiltin(t *testing.T) {
	for _, name := range Builtin() {
		p, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != name || !p.Builtin() || p.Description == "" || len(p.SHA256) != 64 {
			t.Errorf("%s: %s, %q", name, p.Name, p.Description)
		}
	}
}

// A directory and a zip of it give the same pack; a changed byte gives a different one.
func TestFolderAndZip(t *testing.T) {
	dir := t.TempDir()
	entry := "- {path: a/zz_generated_b.c, template: t/b.tmpl}\n- {path: mine.txt, template: t/b.tmpl, class: yours, when: go}\n- {path: zz_generated_c.c, emit: c.core}\n"
	files := map[string]string{"pack.yaml": head + entry, "t/b.tmpl": "text", "other": "not named"}
	testutil.WriteFiles(t, dir, files)
	a, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "p.zip")
	if err := os.WriteFile(path, zipOf(t, zipEntry{name: "t/"}, zipEntry{name: "t/b.tmpl", text: "text"}, zipEntry{name: "pack.yaml", text: head + entry}), 0o666); err != nil {
		t.Fatal(err)
	}
	b, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if a.SHA256 != b.SHA256 || len(a.SHA256) != 64 || a.Builtin() || a.Where != dir || b.Where != path {
		t.Errorf("%+v, %+v", a, b)
	}
	if len(a.Files) != 3 || a.Files[1].Line != 7 || !a.Files[1].Yours() || a.Texts["t/b.tmpl"] != "text" || a.Place("t/b.tmpl", 3) != filepath.Join(dir, "t/b.tmpl")+":3" {
		t.Errorf("%+v", a)
	}
	testutil.WriteFiles(t, dir, map[string]string{"t/b.tmpl": "texts"})
	if c, err := Load(dir); err != nil || c.SHA256 == a.SHA256 {
		t.Error(c, err)
	}
}

// Partials are texts of the pack: a change of one gives another pack.
func TestPartials(t *testing.T) {
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"pack.yaml": "partials: [p/a.tmpl, p/a.tmpl, t]\n" + head + "- {path: zz_generated_a, template: t}\n", "t": "text", "p/a.tmpl": "a"})
	a, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	testutil.WriteFiles(t, dir, map[string]string{"p/a.tmpl": "b"})
	b, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Partials) != 3 || a.Texts["p/a.tmpl"] != "a" || b.Texts["p/a.tmpl"] != "b" || a.SHA256 == b.SHA256 {
		t.Errorf("%+v, %+v", a, b)
	}
}

// A pack has the files of the pack that it includes, except those with a path that it lists itself.
func TestInclude(t *testing.T) {
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"pack.yaml": "include: trace\n" + head + "- {path: Makefile, template: t, class: yours}\n- {path: zz_generated_a, template: t}\n", "t": "text"})
	p, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := Load("trace")
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Files) != len(trace.Files)+1 || len(p.Texts) != len(trace.Texts)+1-len(trace.Partials)-1 {
		t.Errorf("%d files, %d texts", len(p.Files), len(p.Texts))
	}
	for _, f := range p.Files {
		if _, err := p.Text(f.Source()); err != nil && f.Emit == "" {
			t.Error(err)
		}
		if f.Path == "Makefile" && f.Source() != "t" {
			t.Errorf("the Makefile is %s", f.Source())
		}
	}
}

// Sources returns every file that a copy of a built-in pack needs.
func TestSources(t *testing.T) {
	for _, name := range Builtin() {
		files, err := Sources(name)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for path, text := range files {
			testutil.WriteFiles(t, dir, map[string]string{path: string(text)})
		}
		copied, err := Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if original, err := Load(name); err != nil || copied.SHA256 != original.SHA256 {
			t.Errorf("%s: the copy is another pack: %v", name, err)
		}
	}
}

// Every shared template is part of a built-in pack.
func TestSharedAreUsed(t *testing.T) {
	used := map[string][]byte{}
	for _, name := range Builtin() {
		files, err := Sources(name)
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(used, files)
	}
	err := fs.WalkDir(shared, "shared", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && used[path] == nil {
			t.Errorf("no pack names %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The error for each defect of a pack.yaml has its line.
func TestBadPackYAML(t *testing.T) {
	file := func(path string) string { return head + "- {path: '" + path + "', template: t}\n" }
	mine := func(path string) string { return head + "- {path: \"" + path + "\", template: t, class: yours}\n" }
	for text, want := range map[string]string{
		"":                                  "pack.yaml: invalid name \"\"",
		"name: [":                           "pack.yaml:",
		strings.Repeat("a: 1\n", 200):       "more than 100 keys in a row",
		"name: " + strings.Repeat("x", 1e5): "invalid name",
		"name: x\nversion: '1'\nmodel: 3\nshiny: true\n":     "pack.yaml:3: the pack is written for model 3, but this version of gleslayergen supports only models 1 to 2",
		"name: x\nversion: '1'\nmodel: -1\n":                 "pack.yaml:3: the pack is written for model -1, but this version of gleslayergen supports only models 1 to 2",
		"name: x\nversion: '1'\nhooks: [go]\n":               "pack.yaml: the key \"model\" is missing: set it to 2, the newest data model of this version of gleslayergen",
		"name: x\nversion: '1'\nmodel: one\n":                "pack.yaml:3: ",
		"name: x\nversion: '1'\nmodel: 1\n":                  "the key \"hooks\" is missing",
		"name: \"a\\e[2J\"\nversion: '1'\n":                  `pack.yaml:1: invalid name "a\x1b[2J"`,
		"name: ../x\nversion: '1'\n":                         "pack.yaml:1: ",
		"name: x\nversion: 1 2\n":                            "pack.yaml:2: ",
		"name: x\nversion: '1'\nmodel: 1\nhooks: [go, rust]": `pack.yaml:4: unknown hook kind "rust"`,
		head: "files: the pack has no files",
		"name: x\nversion: '1'\ndescription: \"a\\nb\"\n":                                                                                  "pack.yaml:3: the description is longer than 500 bytes, or contains control",
		head + "- {path: zz_generated_a, template: t}\nshiny: 1\n":                                                                         `pack.yaml:7: unknown field "shiny"`,
		head + "- {path: zz_generated_a, template: t, mode: 7}\n":                                                                          `pack.yaml:6: unknown field "mode"`,
		head + "- &a {path: zz_generated_a, template: t}\n":                                                                                "pack.yaml:6: anchors, aliases",
		head + "- {path: zz_generated_a}\n":                                                                                                "pack.yaml:6: path \"zz_generated_a\": 0 of the keys \"template\", \"emit\" and \"file\" are set; set exactly one of these keys",
		head + "- {path: zz_generated_a, template: t, emit: c.core}\n":                                                                     "2 of the keys \"template\", \"emit\" and \"file\" are set; set exactly one of these keys",
		head + "- {path: zz_generated_a, template: t, class: mine}\n":                                                                      `class "mine": the only class is "yours"`,
		head + "- {path: zz_generated_a, template: t, class: yours}\n":                                                                     "the class is \"yours\", but the name starts with zz_generated_",
		head + "- {path: zz_generated_a, template: ../../etc/passwd}\n":                                                                    `template "../../etc/passwd": use a relative path`,
		head + "- {path: zz_generated_a, template: /etc/passwd}\n":                                                                         "use a relative path",
		head + "- {path: zz_generated_a, template: nothing}\n":                                                                             "pack.yaml:6: template nothing: no such file",
		head + "- {path: zz_generated_a, template: folder}\n":                                                                              "pack.yaml:6: template folder: not a regular file",
		file("zz_generated_a") + "- {path: ZZ_generated_a, template: t, class: yours}\n":                                                   "pack.yaml:7: path \"ZZ_generated_a\": line 6 has the path \"zz_generated_a\", which is the same if case is ignored",
		mine("a") + "- {path: a/zz_generated_b, template: t}\n":                                                                            "pack.yaml:7: path \"a/zz_generated_b\": line 6 lists a as a file, so it cannot be a directory",
		mine("a/b") + "- {path: A, template: t, class: yours}\n":                                                                           "pack.yaml:6: path \"a/b\": line 7 lists A as a file",
		head[:len(head)-len("files:\n")] + "include: nothing\nfiles:\n- {path: zz_generated_a, emit: c.core}\n":                            "pack.yaml:5: include \"nothing\": no such built-in pack; use one of: c, cpp, go, replay, trace",
		head[:len(head)-len("files:\n")] + "partials: [nothing]\nfiles:\n- {path: zz_generated_a, template: t}\n":                          "pack.yaml:5: partials: nothing: no such file",
		head[:len(head)-len("files:\n")] + "partials:\n- ../t\nfiles:\n- {path: zz_generated_a, template: t}\n":                            "partials: \"../t\": use a relative path",
		head[:len(head)-len("files:\n")] + "partials: ['']\nfiles:\n- {path: zz_generated_a, template: t}\n":                               "pack.yaml:5: the list \"partials\" contains an empty name",
		head[:len(head)-len("files:\n")] + "partials: [" + strings.Repeat("t,", 65) + "]\nfiles:\n- {path: zz_generated_a, template: t}\n": "pack.yaml:5: more than 64 partials",
		file("hooks.go"):               "must start with zz_generated_; for a file that is written only once and that the user of the project can edit, set \"class: yours\"",
		file("../zz_generated_a"):      "use a relative path",
		file("/zz_generated_a"):        "use a relative path",
		file("a/../zz_generated_a"):    "the path is not in its shortest form (for example, it contains ./ or //)",
		file("./zz_generated_a"):       "the path is not in its shortest form (for example, it contains ./ or //)",
		file("a//zz_generated_a"):      "the path is not in its shortest form (for example, it contains ./ or //)",
		file("C:/zz_generated_a"):      "use a relative path",
		file(`a/zz_generated_\a`):      "a backslash",
		mine(`a\nb`):                   "a backslash or a control character",
		mine("a b"):                    "only letters, digits",
		mine("$(x)"):                   "only letters, digits",
		mine("gleslayer.yaml"):         "gleslayer.yaml is reserved: a template pack cannot write this path",
		mine("GLESLAYER.LOCK"):         "is reserved",
		mine("a/.gleslayergen-new-b"):  "is reserved",
		mine(".git/hooks/pre-commit"):  ".git is reserved: a template pack cannot write this path",
		mine("aux.c"):                  "Windows",
		mine("a./b"):                   "Windows",
		mine(strings.Repeat("a", 300)): "longer than 240 bytes",
		head + strings.Repeat("- {path: a, template: t}\n", maxFiles+1): "files: more than 4096 files",
	} {
		dir := t.TempDir()
		testutil.WriteFiles(t, dir, map[string]string{"pack.yaml": text, "t": "x", "folder/x": "y"})
		want = strings.TrimPrefix(want, "files: ")
		p, err := Load(dir)
		wantError(t, p, err, strings.TrimPrefix(want, "hooks: "))
		if err != nil && (!strings.HasPrefix(err.Error(), filepath.Join(dir, "pack.yaml")) || len(err.Error()) > 800) {
			t.Errorf("%v does not name the file, or is too long", err)
		}
	}
}

// Links, devices and oversized files in place of the files of a pack. Reading some of them would not end.
func TestHostileFolders(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		prepare func(dir string) error
		want    string
	}{
		"link":           {func(dir string) error { return os.Symlink(secret, filepath.Join(dir, "a/t")) }, "not a regular file; links are not followed"},
		"link inside":    {func(dir string) error { return os.Symlink("../pack.yaml", filepath.Join(dir, "a/t")) }, "not a regular file"},
		"link to folder": {func(dir string) error { return relink(dir, filepath.Dir(secret)) }, "a is not a directory; links are not followed"},
		"device":         {func(dir string) error { return os.Symlink("/dev/zero", filepath.Join(dir, "a/t")) }, "not a regular file"},
		"large":          {func(dir string) error { return hole(filepath.Join(dir, "a/t")) }, "larger than 1024 KiB"},
		"large yaml":     {func(dir string) error { return hole(filepath.Join(dir, "pack.yaml")) }, "larger than 1024 KiB"},
		"linked yaml": {func(dir string) error {
			os.Remove(filepath.Join(dir, "pack.yaml"))
			return os.Symlink(secret, filepath.Join(dir, "pack.yaml"))
		}, "not a regular file"},
		"no yaml": {func(dir string) error { return os.Remove(filepath.Join(dir, "pack.yaml")) }, "pack.yaml: no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			testutil.WriteFiles(t, dir, map[string]string{"pack.yaml": head + "- {path: zz_generated_a, template: a/t}\n", "a/x": ""})
			if err := c.prepare(dir); err != nil {
				t.Fatal(err)
			}
			p, err := Load(dir)
			wantError(t, p, err, c.want)
		})
	}
}

func relink(dir, to string) error {
	if err := os.RemoveAll(filepath.Join(dir, "a")); err != nil {
		return err
	}
	return os.Symlink(to, filepath.Join(dir, "a"))
}

// hole creates a sparse file of a terabyte.
func hole(path string) error {
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		return err
	}
	return os.Truncate(path, 1<<40)
}

func TestHostileZips(t *testing.T) {
	pack := zipEntry{name: "pack.yaml", text: head + "- {path: zz_generated_a, template: t}\n"}
	good := zipEntry{name: "t", text: "x"}
	if _, err := parseZip("p.zip", zipOf(t, pack, good)); err != nil {
		t.Fatal(err)
	}
	bomb := zipEntry{name: "t", text: strings.Repeat("0", 8<<20)}
	var many, all []zipEntry
	list := head
	for i := range 2*maxFiles + 1 {
		many = append(many, zipEntry{name: fmt.Sprint(i)})
	}
	for i := range 70 {
		all = append(all, zipEntry{name: fmt.Sprintf("t%d", i), text: strings.Repeat("0", 1<<20)})
		list += fmt.Sprintf("- {path: zz_generated_%d, template: t%d}\n", i, i)
	}
	for name, c := range map[string]struct {
		text []byte
		want string
	}{
		"path escape":     {zipOf(t, pack, good, zipEntry{name: "../evil"}), `entry "../evil": use a relative path`},
		"absolute":        {zipOf(t, pack, good, zipEntry{name: "/etc/passwd"}), `entry "/etc/passwd": use a relative path`},
		"backslash":       {zipOf(t, pack, good, zipEntry{name: `..\evil`}), "a backslash"},
		"control":         {zipOf(t, pack, good, zipEntry{name: "a\x1b[2J"}), `entry "a\x1b[2J": contains a backslash or a control`},
		"link":            {zipOf(t, pack, zipEntry{name: "t", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777}), `entry "t": a link`},
		"device":          {zipOf(t, pack, zipEntry{name: "t", mode: fs.ModeDevice | 0o666}), `entry "t": not a regular file`},
		"twice":           {zipOf(t, pack, good, good), `entry "t": listed more than once`},
		"folder and file": {zipOf(t, pack, good, zipEntry{name: "t/"}), `entry "t/": listed more than once`},
		"encrypted":       {zipOf(t, pack, zipEntry{name: "t", flags: 1}), `entry "t": encrypted`},
		"bomb":            {zipOf(t, pack, bomb), "template t: larger than 1024 KiB"},
		"many small":      {zipOf(t, append(all, zipEntry{name: "pack.yaml", text: list})...), "all files of the pack together are larger than 64 MiB"},
		"many entries":    {zipOf(t, many...), "more than 8192 entries"},
		"no pack.yaml":    {zipOf(t, good), "pack.yaml: no such file"},
		"pack in folder":  {zipOf(t, zipEntry{name: "p/pack.yaml", text: pack.text}), "pack.yaml: no such file"},
		"liar":            {liar(zipOf(t, pack, bomb)), "not a valid zip file"},
		"a folder's":      {zipOf(t, pack, zipEntry{name: "t/"}), "template t: not a regular file"},
		"cut off":         {zipOf(t, pack, good)[:100], "not a valid zip file"},
		"damaged":         {damaged(zipOf(t, pack, good)), "template t: "},
		"empty":           {nil, "not a valid zip file"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "p.zip")
			if err := os.WriteFile(path, c.text, 0o666); err != nil {
				t.Fatal(err)
			}
			p, err := Load(path)
			wantError(t, p, err, c.want)
		})
	}
	path := filepath.Join(t.TempDir(), "huge.zip")
	if err := hole(path); err != nil {
		t.Fatal(err)
	}
	p, err := Load(path)
	wantError(t, p, err, "larger than 16 MiB")
	p, err = Load(os.DevNull)
	wantError(t, p, err, "neither a directory nor a regular file")
	p, err = Load(filepath.Join(t.TempDir(), "nothing"))
	wantError(t, p, err, "no such file")
}

// liar returns a zip whose last entry has a false size of ten bytes.
func liar(text []byte) []byte {
	copy(text[bytes.LastIndex(text, []byte("PK\x01\x02"))+24:], []byte{10, 0, 0, 0})
	return text
}

// damaged returns a zip with a changed byte in the checksum of its second entry.
func damaged(text []byte) []byte {
	at := bytes.LastIndex(text, []byte("PK\x01\x02"))
	text[at+16] ^= 1
	return text
}

// Plain C is copied byte for byte because it contains no actions.
func TestPlainCHasNoActions(t *testing.T) {
	for _, dir := range []fs.FS{core, packs} {
		err := fs.WalkDir(dir, ".", func(path string, d fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err != nil || ext != ".c" && ext != ".h" {
				return err
			}
			text, err := fs.ReadFile(dir, path)
			if strings.Contains(string(text), "{{") {
				t.Errorf("%s contains {{, which begins a template's action: break the line between the braces", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
