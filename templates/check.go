package templates

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// HookKinds are the kinds of hook that a pack may have code for.
var HookKinds = []string{"go", "c", "none", "record"}

// GeneratedPrefix begins the names of all generated files, and of no other.
const GeneratedPrefix = "zz_generated_"

// Texts of a pack get into locks, messages and reports.
var (
	nameForm    = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)
	versionForm = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}$`)
)

const maxDescription = 500

// CheckIdentity says what is wrong with the name and version of a pack.
func CheckIdentity(name, version string) (key, why string) {
	switch {
	case !nameForm.MatchString(name):
		return "name", fmt.Sprintf("%.80q is no name: letters, digits, and . _ - , at most 64", name)
	case !versionForm.MatchString(version):
		return "version", fmt.Sprintf("%.80q is no version: letters, digits, and . + _ - , at most 64", version)
	}
	return "", ""
}

// checkHead says what is wrong with a key at the top.
func (p *Pack) checkHead() (key, why string) {
	if key, why := CheckIdentity(p.Name, p.Version); why != "" {
		return key, why
	}
	unknown := slices.IndexFunc(p.Hooks, func(kind string) bool { return !slices.Contains(HookKinds, kind) })
	switch {
	case len(p.Description) > maxDescription, strings.ContainsFunc(p.Description, isControl):
		return "description", fmt.Sprintf("longer than %d bytes, or with control characters", maxDescription)
	case p.Model == 0:
		return "model", fmt.Sprintf("missing; this tool has model %d", Model)
	case len(p.Hooks) == 0:
		return "hooks", "missing: which of " + strings.Join(HookKinds, ", ") + " has the pack code for?"
	case unknown >= 0:
		return "hooks", fmt.Sprintf("%.80q is no kind of hook: there are %s", p.Hooks[unknown], strings.Join(HookKinds, ", "))
	case slices.Contains(p.Hooks, "record") && len(p.Hooks) > 1:
		return "hooks", "record goes with no other kind: what it records is switched on and off as one"
	case len(p.Files) == 0:
		return "files", "the pack has no files"
	case len(p.Files) > maxFiles:
		return "files", fmt.Sprintf("more than %d files", maxFiles)
	}
	return "", ""
}

func isControl(c rune) bool { return c < ' ' || c >= 0x7f && c < 0xa0 }

// check looks at all entries.
func (p *Pack) check() error {
	seen := map[string]File{}
	for _, f := range p.Files {
		why := f.check()
		if other, twice := seen[strings.ToLower(f.Path)]; twice && why == "" {
			why = fmt.Sprintf("line %d makes the same file", other.Line)
		}
		if why != "" {
			return p.Fault(f, "path %.80q: %s", f.Path, why)
		}
		seen[strings.ToLower(f.Path)] = f
	}
	for _, f := range p.Files {
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if other, ok := seen[strings.ToLower(dir)]; ok {
				return p.Fault(f, "path %.80q: line %d makes %s a file, not a folder", f.Path, other.Line, other.Path)
			}
		}
	}
	return nil
}

// check says what is wrong with an entry.
func (f File) check() string {
	generated := strings.HasPrefix(path.Base(f.Path), GeneratedPrefix)
	switch {
	case (f.Template == "") == (f.Emit == ""):
		return "neither or both of template and emit: it comes from one of them"
	case f.Class != "" && !f.Yours():
		return fmt.Sprintf("class %.80q: there is only %.80q", f.Class, ClassYours)
	case f.Yours() && generated:
		return "class yours, but called " + GeneratedPrefix + "*: it would be taken for generated"
	case !f.Yours() && !generated:
		return "the name of a generated file must begin with " + GeneratedPrefix + "; a file of the author needs class: yours"
	}
	return checkPath(f.Path)
}

// checkPath says what is wrong with the path of a file of a project. What is written there goes into a lock, a Makefile
// perhaps, and onto file systems of every kind.
func checkPath(name string) string {
	if why := checkName(name); why != "" {
		return why
	}
	if !fsx.IsPortablePath(name) {
		return "only letters, digits, and . _ - are safe in file names everywhere"
	}
	for part := range strings.SplitSeq(name, "/") {
		lower := strings.ToLower(part)
		switch {
		case lower == ".git", strings.HasPrefix(lower, ".gleslayergen"), lower == "gleslayer.yaml", lower == "gleslayer.lock":
			return part + " is not the pack's to write"
		case strings.HasSuffix(part, "."), fsx.IsReservedName(part):
			return part + " means something else on Windows"
		}
	}
	return ""
}

// checkName says what is wrong with a name below a folder.
func checkName(name string) string {
	switch {
	case name == "":
		return "empty"
	case len(name) > fsx.MaxPathLength:
		return fmt.Sprintf("longer than %d bytes", fsx.MaxPathLength)
	case strings.ContainsFunc(name, isControl), strings.Contains(name, `\`):
		return "a backslash or a control character in it"
	case path.IsAbs(name), !filepath.IsLocal(filepath.FromSlash(name)), strings.ContainsAny(name, ":"):
		return "it leads out of the folder"
	case path.Clean(name) != name || name == ".":
		return "not in its shortest form"
	}
	return ""
}
