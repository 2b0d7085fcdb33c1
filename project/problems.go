package project

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	pathpkg "path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// Problem is a mistake in the files of a project that keeps it from building.
type Problem struct {
	At     string // FILE or FILE:LINE, relative to the project
	Why    string
	Advice string
}

func (p Problem) String() string { return fmt.Sprintf("%s: %s (%s)", p.At, p.Why, p.Advice) }

// Problems returns the merge conflicts, faults of go.mod and missing hooks of the project at root. It reads the lock
// and the author's files, and compiles nothing.
func Problems(root string) []Problem {
	dir, err := openRoot(root)
	if err != nil {
		return nil // the caller reports the error
	}
	defer dir.Close()
	lock, _, err := dir.loadLock()
	if err != nil {
		return nil
	}
	hooks := lock.Hooks
	if lock.Template.SHA256 != "" {
		hooks = nil // a third-party pack may define hooks in files of any language
	}
	return findProblems(dir, lock, hooks)
}

// findProblems returns the problems of a project whose generated code calls the given functions of the author.
func findProblems(dir *rootDir, lock *Lock, hooks []string) []Problem {
	list := findConflicts(dir)
	if len(list) > 0 {
		return list // the compiler cannot read these files, and hooks can be on both sides
	}
	if p, ok := findModuleProblem(dir, lock); ok {
		return []Problem{p}
	}
	return append(findOldImports(dir, lock), findMissing(dir, lock, hooks)...)
}

// sourceName matches the files that a compiler or the go command reads.
var sourceName = regexp.MustCompile(`\.(go|c|h|cc|cpp|hpp|inc|inl|mod)$`)

// findConflicts returns the merge conflicts in the project's source files.
func findConflicts(dir *rootDir) []Problem {
	var list []Problem
	eachText(dir, func(string) bool { return true }, func(path string, text []byte) {
		if line := conflictLine(text); line > 0 {
			advice := adviceConflict
			if isGenerated(path) {
				advice = "to generate the file again: gleslayergen update --overwrite"
			}
			list = append(list, Problem{fmt.Sprintf("%s:%d", path, line), whyConflict, advice})
		}
	})
	return list
}

// eachText calls read with each source file of the project that wanted accepts. The text is valid until read returns. eachText
// skips files that it cannot read, and directories that hold no sources of this project: build, other projects, and those whose
// name begins with a dot.
func eachText(dir *rootDir, wanted func(path string) bool, read func(path string, text []byte)) {
	var text bytes.Buffer // for all files: update reads up to 10 MB here
	_ = fs.WalkDir(dir.FS(), ".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case e.IsDir() && path != "." && (path == "build" || strings.HasPrefix(e.Name(), ".") || dir.has(path+"/"+ConfigName)):
			return fs.SkipDir
		case e.Type().IsRegular() && sourceName.MatchString(path) && wanted(path):
			text.Reset()
			if there, err := dir.copy(path, &text); err == nil && there {
				read(path, text.Bytes())
			}
		}
		return nil
	})
}

// findModuleProblem checks go.mod, if new wrote one.
func findModuleProblem(dir *rootDir, lock *Lock) (Problem, bool) {
	if _, listed := lock.file("go.mod"); !listed {
		return Problem{}, false
	}
	text, there, err := dir.read("go.mod")
	if err != nil {
		return Problem{}, false // update reports it
	}
	if !there {
		if lock.Module == enclosingModule(dir.Name()) {
			return Problem{}, false
		}
		return Problem{"go.mod", "the file is missing", "restore it from version control, or create it: go mod init " + lock.Module}, true
	}
	file, err := modfile.ParseLax("go.mod", text, nil)
	if err == nil && file.Module != nil {
		return Problem{}, false
	}
	return damagedModule(err, lock.Module), true
}

// damagedModule describes a go.mod that cannot be parsed, or without a module path if err is nil.
func damagedModule(err error, module string) Problem {
	p := Problem{"go.mod", "no module path", "restore the file from version control, or add this first line: module " + module}
	if err != nil {
		p.At, p.Why, _ = strings.Cut(strings.Split(err.Error(), "\n")[0], ": ")
		p.Why = "cannot parse the file: " + p.Why
		p.Advice = "correct this line, or restore the file from version control"
	}
	return p
}

// ProblemError is the error of an update that a problem prevents.
type ProblemError struct {
	Path string // of the file
	Problem
}

func (e *ProblemError) Error() string {
	_, line, _ := strings.Cut(e.At, ":")
	return strings.TrimSuffix(e.Path+":"+line, ":") + ": " + e.Why
}

// Hint returns what the user can do.
func (e *ProblemError) Hint() string { return e.Advice }

// enclosingModule returns the import path that a directory has in the module above it, or "".
func enclosingModule(dir string) string {
	for at := filepath.Dir(dir); ; at = filepath.Dir(at) {
		if text, err := os.ReadFile(filepath.Join(at, "go.mod")); err == nil {
			below, _ := filepath.Rel(at, dir)
			return pathpkg.Join(modfile.ModulePath(text), filepath.ToSlash(below))
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// findOldImports returns the author's imports of a package of the project by a module path that go.mod no longer has.
func findOldImports(dir *rootDir, lock *Lock) []Problem {
	text, there, err := dir.read("go.mod")
	module := modfile.ModulePath(text)
	if err != nil || !there || module == "" {
		return nil
	}
	if module != lock.Module {
		return []Problem{{"go.mod", fmt.Sprintf("the module is %s, but the project was generated for the module %s", module, lock.Module),
			"to use the new module path, run gleslayergen update, then change the imports in your own files"}}
	}
	var list []Problem
	imported := regexp.MustCompile(`(?m)^(?:import\s+)?\s*(?:[\w.]+\s+)?"([^"\n]+)/(gles|core|internal/[\w/]+)"\s*$`)
	isAuthors := func(path string) bool { return isGo(path) && !isGenerated(path) }
	eachText(dir, isAuthors, func(path string, text []byte) {
		for _, m := range imported.FindAllSubmatchIndex(text, -1) {
			from, below := string(text[m[2]:m[3]]), string(text[m[4]:m[5]])
			if from == module || strings.HasPrefix(from, module+"/") || !dir.has(below) {
				continue
			}
			at := fmt.Sprintf("%s:%d", path, lineOf(text, int64(m[2])))
			list = append(list, Problem{at, fmt.Sprintf("imports %s/%s, but the module in go.mod is %s", from, below, module), fmt.Sprintf("change the import to %s/%s", module, below)})
		}
	})
	return list
}

// has reports whether a path exists.
func (f *rootDir) has(path string) bool {
	_, err := f.Lstat(filepath.FromSlash(path))
	return err == nil
}

// findMissing returns the functions of the author that generated code calls and that no file defines. A template pack
// without a file for the author can generate the functions itself.
func findMissing(dir *rootDir, lock *Lock, hooks []string) []Problem {
	own, err := FindHooks(dir.FS())
	if err != nil {
		return nil
	}
	var list []Problem
	cText := ""
	for _, name := range hooks {
		command, isC := strings.CutPrefix(name, "hook_")
		there, kind := own.Go, "Go"
		if isC {
			there, kind = own.C, "C"
		}
		if !lock.hasAuthorCode(kind) {
			continue
		}
		if _, ok := there[command]; ok || !isC && len(own.Faults) > 0 { // after a syntax error: the compiler reports the error
			continue
		}
		if isC {
			if cText == "" {
				cText = authorC(dir)
			}
			if mayDefine(cText, command) {
				continue
			}
		}
		if isC && lock.Template.Name == "cpp" && lock.Template.SHA256 == "" { // the author's functions of the built-in pack
			name, kind = "hooks::"+command, "C++"
		}
		list = append(list, missingHook(name, command, kind, there, hooks))
	}
	return list
}

// hasAuthorCode reports whether the tool has written a file of the author in a language, Go or C.
func (l *Lock) hasAuthorCode(language string) bool {
	return slices.ContainsFunc(l.Files, func(f LockFile) bool {
		return f.Class == templates.ClassYours && sourceName.MatchString(f.Path) && pathpkg.Ext(f.Path) != ".mod" && isGo(f.Path) == (language == "Go")
	})
}

// authorC returns the author's C and C++ code in all directories: a hook can be defined by a macro or in an included file.
func authorC(dir *rootDir) string {
	var b strings.Builder
	isAuthors := func(path string) bool { return !isGo(path) && !isGenerated(path) }
	eachText(dir, isAuthors, func(_ string, text []byte) { b.Write(text) })
	return cNoise.ReplaceAllString(b.String(), " ")
}

// mayDefine reports whether C code outside the directories that FindHooks reads, or a macro, may define the hook of a command.
func mayDefine(code, command string) bool {
	return strings.Contains(code, "##") || regexp.MustCompile(`\bhook(_|s\s*::\s*)`+regexp.QuoteMeta(command)+`\b`).MatchString(code)
}

// missingHook describes a missing hook, with the function that was probably renamed.
func missingHook(name, command, kind string, there map[string]HookPlace, hooks []string) Problem {
	p := Problem{At: "gleslayer.yaml", Why: fmt.Sprintf("the hook %s is missing: generated code calls it, and no %s file defines it", name, kind)}
	isHook := regexp.MustCompile(`^(gl|egl)[A-Z]`).MatchString(command)
	p.Advice = fmt.Sprintf("to write its stub again: gleslayergen update --stub %s; to stop intercepting the function: gleslayergen update --drop %[1]s", command)
	if !isHook {
		p.Advice = fmt.Sprintf("define %s; docs/hooks.md describes it", name)
	}
	var candidates []string
	for other := range there {
		if !slices.Contains(hooks, other) && !slices.Contains(hooks, "hook_"+other) && registry.Distance(other, command) <= 1+len(command)/4 {
			candidates = append(candidates, other)
		}
	}
	slices.Sort(candidates)
	if near := registry.Nearest(command, candidates, 1); len(near) > 0 {
		at := there[near[0]]
		prefix := strings.TrimSuffix(name, command)
		if strings.HasSuffix(at.File, "pp") { // .cpp or .hpp
			prefix = "hooks::"
		}
		p.At = at.String()
		p.Why = fmt.Sprintf("the hook %s%s is missing, and this function has a similar name: %[1]s%[3]s", prefix, command, near[0])
		p.Advice = fmt.Sprintf("rename %s%s to %[1]s%[3]s; or %s", prefix, near[0], command, p.Advice)
	}
	return p
}

// sortProblems sorts problems by their place and removes duplicates.
func sortProblems(list []Problem) []Problem {
	found := map[Problem]bool{}
	for _, p := range list {
		found[p] = true
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b Problem) int {
		aFile, aLine, _ := strings.Cut(a.At, ":")
		bFile, bLine, _ := strings.Cut(b.At, ":")
		return cmp.Or(strings.Compare(aFile, bFile), len(aLine)-len(bLine), strings.Compare(aLine, bLine), strings.Compare(a.Why, b.Why))
	})
}
