package project

import (
	"context"
	"fmt"
	"os"
	pathpkg "path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

// maxStubFiles is the maximum number of stub files, below the numbers that mean a processor in the name of a
// Go file, such as hooks_386.go.
const maxStubFiles = 99

// addStubs adds a file with stubs for new hooks that the author has no function for.
func (u *Update) addStubs(ctx context.Context) error {
	if err := u.checkStubs(); err != nil {
		return err
	}
	for _, kind := range gen.WrittenKinds {
		hooks, ok := gen.HookFile(u.pack, kind)
		if !ok {
			continue // the pack writes no stubs
		}
		var wanted []string
		for _, name := range u.plan.HookFunctions(kind) {
			if !slices.Contains(u.lock.Hooks, name) || u.requested(name) {
				wanted = append(wanted, name)
			}
		}
		if len(wanted) == 0 {
			continue
		}
		own, err := u.ownHooks(kind)
		if err != nil {
			return err
		}
		wanted = slices.DeleteFunc(wanted, func(name string) bool { _, ok := own[commandOf(name)]; return ok })
		if err := u.addStubFile(ctx, hooks, wanted); err != nil {
			return err
		}
	}
	return nil
}

// addUnusedNotes adds a note for each hook that generated code no longer calls. Such Go hooks do not compile.
func (u *Update) addUnusedNotes(generated []gen.File) error {
	needed := gen.WrittenFunctions(u.plan)
	for _, kind := range []gen.HookKind{gen.HookGo, gen.HookC} { // observers have the names of Go hooks
		unused := slices.DeleteFunc(slices.Clone(u.lock.Hooks), func(name string) bool {
			return slices.Contains(needed, name) || strings.HasPrefix(name, "hook_") != (kind == gen.HookC)
		})
		if len(unused) == 0 {
			continue
		}
		own, err := u.ownHooks(kind)
		if err != nil {
			return err
		}
		for _, name := range unused {
			if at, ok := own[commandOf(name)]; ok {
				u.Notes = append(u.Notes, u.describeUnused(at, name, kind, generated))
			}
		}
	}
	return nil
}

// describeUnused says why generated code no longer calls a hook, and whether its file still compiles.
func (u *Update) describeUnused(at HookPlace, function string, kind gen.HookKind, generated []gen.File) string {
	command := commandOf(function)
	if !hookedForm.MatchString(command) { // onInitialize or hook_initialize
		return fmt.Sprintf("%s: the layer no longer calls %s; remove this function", at, function)
	}
	why := "the layer no longer intercepts " + command
	i := slices.IndexFunc(u.plan.Commands, func(c *gen.Command) bool { return c.Name == command && c.Hook != "" })
	if i >= 0 {
		why = fmt.Sprintf("%s now has \"hooks: %s\" in %s", command, u.plan.Commands[i].Hook, ConfigName)
	}
	if kind == gen.HookGo && !declaresNext(generated, command) {
		return fmt.Sprintf("%s: %s, and gles.%sFunc is no longer generated, so %s does not compile; remove the hook %s", at, why, goCommand(command), at.File, function)
	}
	return fmt.Sprintf("%s: %s, so the hook %s is no longer called; remove this hook", at, why, function)
}

// declaresNext reports whether generated Go code declares the type of next of a command.
func declaresNext(generated []gen.File, command string) bool {
	return slices.ContainsFunc(generated, func(f gen.File) bool {
		return isGo(f.Path) && strings.Contains(string(f.Content), "\ntype "+goCommand(command)+"Func ")
	})
}

// goCommand returns the name of a command in package gles.
func goCommand(command string) string {
	if rest, ok := strings.CutPrefix(command, "egl"); ok {
		return "EGL" + rest
	}
	return "GL" + strings.TrimPrefix(command, "gl")
}

// hookedForm matches the name of a command.
var hookedForm = lazyregexp.New(`^(egl|gl)[A-Z]`)

// requested reports whether the request names the stub of a function.
func (u *Update) requested(function string) bool {
	return slices.Contains(u.request.Stub, commandOf(function))
}

// checkStubs returns an error for a requested stub that cannot be written.
func (u *Update) checkStubs() error {
	for _, name := range u.request.Stub {
		what := fmt.Sprintf("--stub %q", name)
		i := slices.IndexFunc(u.plan.Commands, func(c *gen.Command) bool { return c.Name == name })
		if i < 0 || u.plan.Commands[i].Hook == "" {
			return &Error{What: what, Why: "the layer does not intercept this function", Advice: "to intercept it: gleslayergen update --add " + shellWord(name), Usage: true}
		}
		c := u.plan.Commands[i]
		if c.Hook == gen.HookNone {
			return &Error{What: what, Why: "the function has no hook: its hook kind is \"none\"", Advice: "set \"hooks: go\" or \"hooks: c\" for the function in " + ConfigName, Usage: true}
		}
		if c.Hook == gen.HookGo && !c.Own {
			return &Error{What: what, Why: "the function has hooks only in hook sets; no rule under \"intercept:\" in " + ConfigName + " matches it", Advice: "to add a hook in package main, which runs after the hooks of the hook sets: gleslayergen update --add " + shellWord(name), Usage: true}
		}
		if _, ok := gen.HookFile(u.pack, c.Hook); !ok {
			return &Error{What: what, Why: fmt.Sprintf("the template pack %q does not support stubs for the hook kind %q", u.pack.Name, c.Hook), Advice: "write the hook yourself", Usage: true}
		}
		own, err := u.ownHooks(c.Hook)
		if err != nil {
			return err
		}
		if at, ok := own[c.Name]; ok {
			return &Error{What: what, Why: fmt.Sprintf("the hook already exists at %s", at), Advice: "change the existing hook", Usage: true}
		}
	}
	return nil
}

// shellWord returns a name from the command line if it is safe to print in a command.
func shellWord(name string) string {
	if hookForm.MatchString(name) {
		return name
	}
	return "NAME"
}

func (u *Update) addStubFile(ctx context.Context, hooks templates.File, functions []string) error {
	if len(functions) == 0 {
		return nil
	}
	path, err := u.freeName(hooks)
	if err != nil {
		return err
	}
	content, err := pack.Stubs(ctx, u.facts, u.plan, u.pack, gen.HookKind(hooks.When), functions)
	if err != nil {
		return err
	}
	u.addNew(gen.NewFile(path, content, true))
	return nil
}

// freeName returns the first of hooks.go, hooks_2.go, ... that does not exist and is not in the lock. A file
// that the author removed is not created again.
func (u *Update) freeName(first templates.File) (string, error) {
	for n := 1; n <= maxStubFiles; n++ {
		path := stubName(first.Path, n)
		_, known := u.lock.file(path)
		there, err := u.exists(path)
		if err != nil {
			return "", err
		}
		if !known && !there {
			return path, nil
		}
	}
	return "", &Error{What: u.dir.name(first.Path), Why: fmt.Sprintf("the names %s to %s are all in use or listed in %s", pathpkg.Base(first.Path), stubName(pathpkg.Base(first.Path), maxStubFiles), LockName), Advice: "add the new hooks to one of these files yourself"}
}

// stubName returns the name of the n-th file with hooks: hooks.go, hooks_2.go, ...
func stubName(first string, n int) string {
	if n == 1 {
		return first
	}
	ext := pathpkg.Ext(first)
	return fmt.Sprintf("%s_%d%s", strings.TrimSuffix(first, ext), n, ext)
}

// listHookFiles determines the files with the author's hooks that exist after the update, for templates. It follows links, as a
// compiler does.
func (u *Update) listHookFiles() error {
	u.plan.HookFiles = map[gen.HookKind][]string{}
	for _, kind := range gen.WrittenKinds {
		first, ok := gen.HookFile(u.pack, kind)
		for n := 1; ok && n <= maxStubFiles; n++ {
			path := stubName(first.Path, n)
			_, err := os.Stat(u.dir.name(path))
			if err != nil && !isMissing(err) {
				return readError(u.dir.name(path), err)
			}
			if err == nil || contains(u.added, path) {
				u.plan.HookFiles[kind] = append(u.plan.HookFiles[kind], path)
			}
		}
	}
	return nil
}
