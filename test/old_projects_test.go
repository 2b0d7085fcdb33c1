package test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

var makeProjects = flag.String("make-projects", "", "write the projects of this version, `VERSION` or VERSION=PROGRAM, to testdata/projects")

// oldProjects has the arguments of new, and the file with hooks, for a project of each language. Projects that older versions made
// with these arguments are in testdata/projects.
var oldProjects = map[string]struct {
	args  []string
	hooks string
}{
	"go":  {[]string{"--active", "--intercept", "go:eglSwapBuffers,go:glDrawArrays,c:glClear", "--with", "log,errors"}, "hooks.go"},
	"c":   {[]string{"--template", "c", "--passive", "--intercept", "c:glDrawArrays,none:eglSwapBuffers", "--with", "frames"}, "src/hooks.c"},
	"cpp": {[]string{"--template", "cpp", "--passive", "--intercept", "glDrawArrays,eglSwapBuffers"}, "src/hooks.cpp"},
}

// edit is what the author of a project has added to its hooks.
const edit = "\n// The author has edited this file.\n"

// newProject makes a project with a program, and edits its hooks.
func newProject(t *testing.T, program, language string) string {
	t.Helper()
	dir, p := t.TempDir(), oldProjects[language]
	cmd := exec.Command(program, append([]string{"new", "layer"}, p.args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%q: %v\n%s", cmd.Args, err, out)
	}
	f, err := os.OpenFile(filepath.Join(dir, "layer", p.hooks), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(edit); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "layer")
}

// readFiles returns the regular files below a directory.
func readFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files[name] = testutil.ReadText(t, dir, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// packProject returns the files of a project as an archive.
func packProject(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644, Size: int64(len(files[name])), ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, files[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unpackProject returns the files of an archive.
func unpackProject(t *testing.T, name string) map[string]string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[h.Name] = string(text)
	}
}

// TestMakeProjects writes the projects of a version, if it is asked to.
func TestMakeProjects(t *testing.T) {
	version, program, _ := strings.Cut(*makeProjects, "=")
	if version == "" {
		return
	}
	if program == "" {
		program = filepath.Join(bin, "gleslayergen")
	}
	for language := range oldProjects {
		content := packProject(t, readFiles(t, newProject(t, program, language)))
		if err := os.WriteFile("testdata/projects/"+version+"-"+language+".tar.gz", content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// isGenerated reports whether gleslayergen generates a file again.
func isGenerated(name string) bool { return strings.HasPrefix(path.Base(name), "zz_generated_") }

// updatedProject unpacks a project, updates it, and returns its directory and the files from before.
func updatedProject(t *testing.T, archive string) (dir string, before map[string]string) {
	t.Helper()
	dir, before = filepath.Join(t.TempDir(), "layer"), unpackProject(t, archive)
	testutil.WriteFiles(t, dir, before)
	for _, args := range [][]string{{"update"}, {"update", "--check"}} {
		cmd := exec.Command(filepath.Join(bin, "gleslayergen"), args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
	}
	return dir, before
}

// archives returns the old projects, each with its language.
func archives(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("testdata/projects/*.tar.gz")
	if err != nil || len(names) < 2*len(oldProjects) {
		t.Fatalf("%d projects, %v", len(names), err)
	}
	all := map[string]string{}
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".tar.gz")
		all[name] = base[strings.LastIndex(base, "-")+1:]
	}
	return all
}

// TestOldProjects updates projects of older versions: the generated files are then those of a new project, and the files of the
// author are as before.
func TestOldProjects(t *testing.T) {
	t.Parallel()
	fresh := map[string]map[string]string{}
	for language := range oldProjects {
		fresh[language] = readFiles(t, newProject(t, filepath.Join(bin, "gleslayergen"), language))
	}
	for archive, language := range archives(t) {
		t.Run(filepath.Base(archive), func(t *testing.T) {
			t.Parallel()
			dir, before := updatedProject(t, archive)
			after := readFiles(t, dir)
			for name, text := range before {
				if !isGenerated(name) && name != "gleslayer.lock" && after[name] != text {
					t.Errorf("update has changed %s", name)
				}
			}
			for name, text := range fresh[language] {
				if isGenerated(name) && after[name] != text {
					t.Errorf("%s differs from that of a new project", name)
				}
			}
			for name := range after {
				if _, ok := fresh[language][name]; isGenerated(name) && !ok {
					t.Errorf("%s stays, but a new project does not have it", name)
				}
			}
			if hooks := oldProjects[language].hooks; !strings.HasSuffix(after[hooks], edit) {
				t.Errorf("%s has lost the change of its author", hooks)
			}
		})
	}
}
