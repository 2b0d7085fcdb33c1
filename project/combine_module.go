package project

import (
	"bytes"
	"fmt"
	"maps"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/gleslayergen/gleslayergen/gen"
)

// adapt merges the projects' modules and tests into the rendered files.
func (c *combiner) adapt(files []gen.File) ([]gen.File, error) {
	pristine := true // no author has changed the generated tests
	for _, p := range c.parts {
		content, _, err := p.Update.dir.read(testFile)
		if err != nil {
			return nil, err
		}
		locked, _ := p.lock.file(testFile)
		pristine = pristine && locked.matches(content)
	}
	files = slices.DeleteFunc(files, func(f gen.File) bool { return f.Path == "core/hooks.c" })
	for i, f := range files {
		switch {
		case f.Path == "go.mod":
			text, err := c.goMod(f.Content)
			if err != nil {
				return nil, err
			}
			files[i] = gen.NewFile(f.Path, text, true)
		case f.Path == testFile && !pristine:
			files[i] = gen.NewFile(f.Path, fmt.Appendf(nil, loadTest, c.request.Module), true)
			c.notes = append(c.notes, "\"combine\" does not copy the tests of the projects; the new "+testFile+" only checks that the layer loads")
		}
	}
	return files, c.goSum()
}

const testFile = "hooks_test.go"

// loadTest replaces the generated tests if the hooks do more than forward the call.
const loadTest = `package main

import (
	"testing"

	"%s/core/fakedriver"
)

// TestLoad checks that the layer loads and that its setup does not panic. Add tests of the combined hooks here.
func TestLoad(t *testing.T) {
	fakedriver.Load(t, &fakedriver.Driver{})
}
`

// goMod adds the required modules of all projects, each with the highest version.
func (c *combiner) goMod(text []byte) ([]byte, error) {
	out, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return nil, err
	}
	replaced := map[module.Version]string{} // the directory of the project that replaces it
	for _, p := range c.parts {
		in, err := p.goMod()
		if err != nil {
			return nil, err
		}
		if in.Go != nil && semver.Compare("v"+in.Go.Version, "v"+out.Go.Version) > 0 {
			if err := out.AddGoStmt(in.Go.Version); err != nil {
				return nil, err
			}
		}
		addRequires(out, in)
		for _, x := range in.Exclude {
			if err := out.AddExclude(x.Mod.Path, x.Mod.Version); err != nil {
				return nil, err
			}
		}
		for _, r := range in.Replace {
			if err := c.addReplace(out, p, r, replaced); err != nil {
				return nil, err
			}
		}
	}
	out.Cleanup()
	return out.Format()
}

// goMod parses the go.mod of p. It returns an empty file if p belongs to an enclosing module.
func (p *part) goMod() (*modfile.File, error) {
	text, there, err := p.Update.dir.read("go.mod")
	if err != nil || !there {
		return &modfile.File{}, err
	}
	name := pathpkg.Join(p.dir, "go.mod")
	in, err := modfile.Parse(name, text, nil)
	if err != nil {
		return nil, &Error{What: name, Why: err.Error(), Advice: "correct the file, then run gleslayergen combine again"}
	}
	return in, nil
}

func addRequires(out, in *modfile.File) {
	for _, r := range in.Require {
		i := slices.IndexFunc(out.Require, func(o *modfile.Require) bool { return o.Mod.Path == r.Mod.Path })
		if i < 0 {
			out.AddNewRequire(r.Mod.Path, r.Mod.Version, r.Indirect)
			continue
		}
		version, indirect := out.Require[i].Mod.Version, out.Require[i].Indirect && r.Indirect
		if semver.Compare(r.Mod.Version, version) > 0 {
			version = r.Mod.Version
		}
		_ = out.DropRequire(r.Mod.Path) // it exists
		out.AddNewRequire(r.Mod.Path, version, indirect)
	}
}

// addReplace adds a replacement. It makes the path of a directory relative to the new project.
func (c *combiner) addReplace(out *modfile.File, p *part, r *modfile.Replace, replaced map[module.Version]string) error {
	to := r.New.Path
	if r.New.Version == "" && !filepath.IsAbs(filepath.FromSlash(to)) {
		rel, err := relativePath(c.request.Out, fromRoot(p.Root(), to))
		if err != nil {
			return err
		}
		if to = filepath.ToSlash(rel); !strings.HasPrefix(to, "../") {
			to = "./" + to
		}
	}
	for _, o := range out.Replace {
		if o.Old == r.Old && (o.New.Path != to || o.New.Version != r.New.Version) {
			return &Error{What: pathpkg.Join(p.dir, "go.mod"), Why: fmt.Sprintf("the replace directive for %s differs from the one in %s", r.Old.Path, pathpkg.Join(replaced[r.Old], "go.mod")), Advice: "use the same replace directive in both files"}
		}
	}
	replaced[r.Old] = p.dir
	return out.AddReplace(r.Old.Path, r.Old.Version, to, r.New.Version)
}

// goSum merges the checksums.
func (c *combiner) goSum() error {
	lines := map[string]bool{}
	for _, p := range c.parts {
		text, _, err := p.Update.dir.read("go.sum")
		if err != nil {
			return err
		}
		for line := range bytes.Lines(text) {
			if line = bytes.TrimSpace(line); len(line) > 0 {
				lines[string(line)+"\n"] = true
			}
		}
	}
	if len(lines) > 0 {
		c.files["go.sum"] = source{"go.sum", []byte(strings.Join(slices.Sorted(maps.Keys(lines)), ""))}
	}
	return nil
}
