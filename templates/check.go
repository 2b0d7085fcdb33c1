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

// HookKinds are the kinds of hook that a pack can support.
var HookKinds = []string{"go", "c", "observe", "none", "record"}

// GeneratedPrefix is the prefix of the names of all generated files, and of no other file.
const GeneratedPrefix = "zz_generated_"

// Names and versions of packs are written to locks, messages and reports.
var (
	nameForm    = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)
	versionForm = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}$`)
)

const maxDescription = 500

// The limits of the key columns.
const (
	minColumns = 60
	maxColumns = 1000
)

// CheckIdentity returns the invalid key, name or version, of a pack, and the reason.
func CheckIdentity(name, version string) (key, why string) {
	switch {
	case !nameForm.MatchString(name):
		return "name", fmt.Sprintf("invalid name %.80q: use at most 64 letters, digits and the characters . _ -", name)
	case !versionForm.MatchString(version):
		return "version", fmt.Sprintf("invalid version %.80q: use at most 64 letters, digits and the characters . + _ -", version)
	}
	return "", ""
}

// checkHead returns the first invalid top-level key and the reason.
func (p *Pack) checkHead() (key, why string) {
	if key, why := CheckIdentity(p.Name, p.Version); why != "" {
		return key, why
	}
	unknown := slices.IndexFunc(p.Hooks, func(kind string) bool { return !slices.Contains(HookKinds, kind) })
	switch {
	case len(p.Description) > maxDescription, strings.ContainsFunc(p.Description, isControl):
		return "description", fmt.Sprintf("the description is longer than %d bytes, or contains control characters", maxDescription)
	case p.Model == 0:
		return "model", fmt.Sprintf("the key \"model\" is missing: set it to %d, the newest data model of this version of gleslayergen", Model)
	case p.IsModule() && (len(p.Hooks) > 0 || p.Include != "" || len(p.Partials) > 0 || len(p.Build) > 0 || len(p.Test) > 0 || p.Columns != 0):
		return "module", "a module has no other keys than name, version, description, model and files"
	case len(p.Hooks) == 0 && !p.IsModule():
		return "hooks", "the key \"hooks\" is missing: list the hook kinds that the pack supports, out of " + strings.Join(HookKinds, ", ")
	case unknown >= 0:
		return "hooks", fmt.Sprintf("unknown hook kind %.80q: use %s", p.Hooks[unknown], strings.Join(HookKinds, ", "))
	case slices.Contains(p.Hooks, "record") && len(p.Hooks) > 1:
		return "hooks", "the hook kind \"record\" cannot be combined with other kinds, because it applies to all functions"
	case p.Columns != 0 && (p.Columns < minColumns || p.Columns > maxColumns):
		return "columns", fmt.Sprintf("the maximum line length %d is out of range: set \"columns\" to %d to %d, or remove it for no limit", p.Columns, minColumns, maxColumns)
	case len(p.Partials) > maxPartials:
		return "partials", fmt.Sprintf("more than %d partials", maxPartials)
	case slices.Contains(p.Partials, ""):
		return "partials", "the list \"partials\" contains an empty name"
	case CheckCommands(p.Build) != "":
		return "build", CheckCommands(p.Build)
	case CheckCommands(p.Test) != "":
		return "test", CheckCommands(p.Test)
	case len(p.Files) == 0:
		return "files", "the pack has no files"
	case len(p.Files) > maxFiles:
		return "files", fmt.Sprintf("more than %d files", maxFiles)
	}
	return "", ""
}

func isControl(c rune) bool { return c < ' ' || c >= 0x7f && c < 0xa0 }

// check checks all entries.
func (p *Pack) check() error {
	seen := map[string]File{}
	for _, f := range p.Files {
		why := f.check()
		if other, twice := seen[strings.ToLower(f.Path)]; twice && why == "" {
			why = fmt.Sprintf("line %d has the path %.80q, which is the same if case is ignored", other.Line, other.Path)
		}
		if why != "" {
			return p.Fault(f, "path %.80q: %s", f.Path, why)
		}
		seen[strings.ToLower(f.Path)] = f
	}
	for _, f := range p.Files {
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if other, ok := seen[strings.ToLower(dir)]; ok {
				return p.Fault(f, "path %.80q: line %d lists %s as a file, so it cannot be a directory", f.Path, other.Line, other.Path)
			}
		}
	}
	return nil
}

// check returns what is wrong with an entry, or "".
func (f File) check() string {
	generated := strings.HasPrefix(path.Base(f.Path), GeneratedPrefix)
	sources := 0
	for _, source := range []string{f.Template, f.Emit, f.File} {
		if source != "" {
			sources++
		}
	}
	switch {
	case sources != 1:
		return fmt.Sprintf("%d of the keys \"template\", \"emit\" and \"file\" are set; set exactly one of these keys", sources)
	case f.Class != "" && !f.Yours():
		return fmt.Sprintf("class %.80q: the only class is %.80q", f.Class, ClassYours)
	case f.Yours() && generated:
		return "the class is \"yours\", but the name starts with " + GeneratedPrefix + ", which marks generated files"
	case !f.Yours() && !generated:
		return "the name of a generated file must start with " + GeneratedPrefix + "; for a file that is written only once and that the user of the project can edit, set \"class: yours\""
	}
	return checkPath(f.Path)
}

// checkPath returns what is wrong with the path of a file of a project, or "". The path becomes part of the
// lock and possibly of a Makefile, and must be valid on every file system.
func checkPath(name string) string {
	if why := checkName(name); why != "" {
		return why
	}
	if !fsx.IsPortablePath(name) {
		return "use only letters, digits and the characters . _ - in file names"
	}
	for part := range strings.SplitSeq(name, "/") {
		lower := strings.ToLower(part)
		switch {
		case lower == ".git", strings.HasPrefix(lower, ".gleslayergen"), lower == "gleslayer.yaml", lower == "gleslayer.lock":
			return part + " is reserved: a template pack cannot write this path"
		case strings.HasSuffix(part, "."), fsx.IsReservedName(part):
			return part + " is not a valid file name on Windows"
		}
	}
	return ""
}

// checkName returns what is wrong with a path relative to a directory, or "".
func checkName(name string) string {
	switch {
	case name == "":
		return "empty"
	case len(name) > fsx.MaxPathLength:
		return fmt.Sprintf("longer than %d bytes", fsx.MaxPathLength)
	case strings.ContainsFunc(name, isControl), strings.Contains(name, `\`):
		return "contains a backslash or a control character"
	case path.IsAbs(name), !filepath.IsLocal(filepath.FromSlash(name)), strings.ContainsAny(name, ":"):
		return "use a relative path without \"..\" and without a colon"
	case path.Clean(name) != name || name == ".":
		return "the path is not in its shortest form (for example, it contains ./ or //)"
	}
	return ""
}
