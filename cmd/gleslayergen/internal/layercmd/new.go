package layercmd

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// newFlags are the flags of new as they were given.
type newFlags struct {
	active, passive bool
	intercept, use  []string
	hooks, template string
	with            []string
	api, extensions string
	module, out     string
	dryRun, json    bool
	slots           int
	force           bool
	vscode          bool
	src             *ui.RegistryFiles
}

func New(e *ui.Env) *cobra.Command {
	f := &newFlags{}
	cmd := &cobra.Command{
		Use: "new [NAME] --active|--passive --intercept PATTERN...",
		Long: `Writes a complete layer project to the folder NAME: it builds, tests and runs at once.

A PATTERN is a name (eglChooseConfig), a glob (glDraw*), what an extension adds (@GL_KHR_debug), a version
(@gles3.1: OpenGL ES 2.0 up to 3.1; @egl1.4), or @all. A leading ! takes away what stands before it. Patterns
may be joined by commas. go:, c: or none: before a pattern says what runs for it, in place of --hooks; the
first that names a function decides.

--with adds modules, built-in features in C, around the hooks:
` + moduleList() + `Then --hooks is none, unless you say otherwise; --with frames alone takes the two functions that swap.

--template trace makes the recorder of gleslayergen trace. It records every function, unless you name some,
and its one kind of hook is record.

` + ui.Wrap("Of the two styles, "+project.StyleAdvice+".", 100, ""),
		Example: `  gleslayergen new --active --intercept eglChooseConfig
  gleslayergen new drawlog --passive --intercept 'glDraw*,!glDrawBuffers*' --hooks c
  gleslayergen new mixed --passive --intercept 'c:glUniform*' --intercept 'go:gl*'
  gleslayergen new watch --active --intercept 'gl*' --with log,errors
  gleslayergen new pace --passive --with frames
  gleslayergen new everything --passive --intercept @all --force --hooks none
  gleslayergen new recorder --template trace`,
		Args: ui.Args(0, 1, "NAME"),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runNew(cmd, e, f, args) }
	flags := cmd.Flags()
	flags.BoolVar(&f.active, "active", false, "resolve every function when Android initializes the layer")
	flags.BoolVar(&f.passive, "passive", false, "resolve each function when Android offers it")
	flags.StringArrayVar(&f.intercept, "intercept", nil, "intercept what `PATTERN` names (repeatable)")
	flags.StringVar(&f.hooks, "hooks", "", "what runs for each: a `go` or c function, none, or record (default: the first that the template pack has; with --with, none)")
	flags.StringSliceVar(&f.with, "with", nil, "add the `MODULES` around the hooks, the first nearest to the app (repeatable)")
	flags.StringVar(&f.template, "template", "go", "make the project from this template `PACK`: a name of template list, a folder, or a zip")
	flags.StringArrayVar(&f.use, "use", nil, "let hooks call what `PATTERN` names without intercepting it (repeatable)")
	flags.StringVar(&f.api, "api", "egl=1.5,gles2=3.2", "newest `VERSIONS` that patterns choose from")
	flags.StringVar(&f.extensions, "extensions", "all", "extensions that patterns choose from: all, none, or `NAMES`")
	flags.StringVar(&f.module, "module", "", "Go module `PATH` of the project (default NAME)")
	flags.StringVar(&f.out, "out", "", "write to `DIR` (default ./NAME); it must not exist or be empty")
	flags.BoolVar(&f.force, "force", false, "allow more than 64 names that Android's loader does not know")
	flags.BoolVar(&f.vscode, "vscode", false, "also write tasks and launch settings for Visual Studio Code")
	flags.BoolVar(&f.dryRun, "dry-run", false, "list the files, write nothing")
	f.src = ui.AddRegistryFlags(cmd)
	asJSON := ui.JsonFlag(cmd)
	cmd.PreRun = func(*cobra.Command, []string) { f.json = *asJSON }
	for _, name := range []string{"intercept", "use"} {
		_ = cmd.RegisterFlagCompletionFunc(name, ui.CompletePatterns)
	}
	_ = cmd.RegisterFlagCompletionFunc("with", ui.CompleteSets)
	_ = cmd.RegisterFlagCompletionFunc("template", completePacks)
	_ = cmd.RegisterFlagCompletionFunc("hooks", cobra.FixedCompletions(project.HookKinds, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func runNew(cmd *cobra.Command, e *ui.Env, f *newFlags, args []string) error {
	pack, err := gen.OpenPack(f.template)
	if err != nil {
		return err
	}
	f.fill(pack.Defaults)
	if err := f.check(); err != nil {
		return err
	}
	q, err := f.request(e.Version, pack, args)
	if err != nil {
		return err
	}
	printPack(e, pack)
	if err := project.CheckTarget(q.Dir); err != nil {
		return err
	}
	r, err := f.src.Load()
	if err != nil {
		return err
	}
	created, err := project.Create(cmd.Context(), r, q)
	if err != nil {
		return err
	}
	notes := planNotes(created.Plan)
	if f.json {
		return e.PrintJSON(newReport(created, longNotes(notes), f.dryRun))
	}
	if f.dryRun {
		printNotes(e, notes, "")
	} else {
		printNotes(e, notes, created.Dir)
	}
	printNew(e, created, f.dryRun)
	return nil
}

// fill takes from the pack what no flag says.
func (f *newFlags) fill(d templates.Defaults) {
	if !f.active && !f.passive {
		f.active, f.passive = d.Init == "active", d.Init == "passive"
	}
	if len(f.intercept) == 0 && d.Intercept != "" {
		f.intercept, f.slots = []string{d.Intercept}, d.Slots
	}
	if len(f.with) == 0 {
		f.with = d.Sets
	}
}

// check refuses flags that say nothing, or too much.
func (f *newFlags) check() error {
	if f.active == f.passive {
		why := "neither --active nor --passive is given"
		if f.active {
			why = "both --active and --passive are given"
		}
		return ui.Usage("new", why, project.StyleAdvice)
	}
	if len(f.intercept) == 0 && len(f.with) == 0 {
		return ui.Usage("new", "--intercept is missing", "for example: --intercept eglChooseConfig")
	}
	if f.hooks != "" && !slices.Contains(project.HookKinds, f.hooks) {
		return ui.Usage(fmt.Sprintf("--hooks %q", f.hooks), "unknown kind of hook",
			"set go for Go functions, c for C functions, none for trampolines without hooks, record for the template pack trace")

	}
	return nil
}

func (f *newFlags) request(tool string, pack *templates.Pack, args []string) (project.Request, error) {
	q := project.Request{DryRun: f.dryRun, VSCode: f.vscode, Tool: tool, Pack: pack}
	name := "gleslayer"
	if len(args) > 0 {
		name = args[0]
	}
	q.Config = project.Config{Name: name, Init: map[bool]string{true: "active", false: "passive"}[f.active],
		API: f.api, Extensions: f.extensions, Use: f.use, Sets: f.with, Template: pack.Name}
	q.Config.OldNames = !pack.Builtin() // the text of such a pack may use them
	if q.Config.Constants = project.ConstantsAll; pack.Builtin() {
		q.Config.Constants = project.ConstantsUsed
	}
	if q.Config.Slots = f.slots; f.force {
		q.Config.Slots = project.LoaderSlots
	}
	if err := f.chooseCommands(&q.Config, f.hooksOf(pack)); err != nil {
		return q, err
	}
	q.Module, q.Dir = cmp.Or(f.module, name), cmp.Or(f.out, name)
	return q, cmp.Or(f.templatePath(&q, pack), f.registrySource(&q))
}

// chooseCommands notes what is intercepted: by patterns, or because a set needs it.
func (f *newFlags) chooseCommands(c *project.Config, hooks string) (err error) {
	if len(f.intercept) == 0 {
		c.Intercept, err = c.InterceptForModules()
		return err
	}
	for _, pattern := range registry.SplitPatterns(f.intercept) {
		rule := project.Intercept{Match: pattern, Hooks: hooks}
		if kind, match, ok := project.SplitKind(pattern); ok {
			rule = project.Intercept{Match: match, Hooks: kind}
		}
		if rule.TakesAway() {
			rule.Hooks = ""
		}
		c.Intercept = append(c.Intercept, rule)
	}
	return nil
}

// hooksOf is the kind of hook that patterns get that name none.
func (f *newFlags) hooksOf(pack *templates.Pack) string {
	switch {
	case f.hooks != "":
		return f.hooks
	case len(f.with) > 0 && pack.Hooks[0] != string(gen.HookRecord): // the sets are the hooks
		return string(gen.HookNone)
	}
	return pack.Hooks[0]
}

// templatePath notes a pack that is not built in, as seen from the project's folder.
func (f *newFlags) templatePath(q *project.Request, pack *templates.Pack) (err error) {
	if !pack.Builtin() {
		q.Config.Template, err = fromFolder(q.Dir, pack.Where)
	}
	return err
}

// registrySource notes registry files in the project, as seen from its folder.
func (f *newFlags) registrySource(q *project.Request) error {
	if f.src.Gl == "" || f.src.Egl == "" {
		return nil
	}
	for from, to := range map[string]*string{f.src.Gl: &q.Config.Registry.GL, f.src.Egl: &q.Config.Registry.EGL} {
		path, err := fromFolder(q.Dir, from)
		if err != nil {
			return err
		}
		*to = path
	}
	return nil
}

// fromFolder is a path as seen from a folder.
func fromFolder(dir, path string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.ToSlash(path), nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	path, err = filepath.Rel(dir, path)
	return filepath.ToSlash(path), err
}

func printNew(e *ui.Env, c *project.Created, dryRun bool) {
	if dryRun {
		for _, f := range c.Files {
			e.Printf("%s\t%d\n", f.Path, len(f.Content))
		}
		e.Notef("nothing was written (--dry-run)")
		return
	}
	kind := "passive"
	if c.Plan.Active {
		kind = "active"
	}
	e.Printf("%s: %s layer that intercepts %s\n", c.Dir, kind, ui.Count(len(c.Plan.Intercepted()), "function"))
	e.Printf("next: %s%s; %s\n", changeFolder(c.Dir), howToBuild(c), whereToWrite(c))
}

// createdReport is new --json.
type createdReport struct {
	Schema  int          `json:"schema"`
	Dir     string       `json:"dir"`
	Name    string       `json:"name"`
	Module  string       `json:"module"`
	Init    string       `json:"init"`
	Pack    lockedPack   `json:"template"`
	Written bool         `json:"written"`
	Sets    []string     `json:"sets"`
	Hooks   []hookReport `json:"hooks"`
	Files   []fileReport `json:"files"`
	Notes   []string     `json:"notes"`
}

// lockedPack is the template pack, as in the lock.
type lockedPack struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

type hookReport struct {
	Command string `json:"command"`
	Hook    string `json:"hook"`
}

type fileReport struct {
	Path  string `json:"path"`
	Bytes int    `json:"bytes"`
	Yours bool   `json:"yours"`
}

func newReport(c *project.Created, notes []string, dryRun bool) createdReport {
	r := createdReport{Schema: 1, Dir: c.Dir, Name: c.Plan.Name, Module: c.Plan.Module, Init: "passive",
		Pack:    lockedPack{c.Pack.Name, c.Pack.Version, c.Pack.SHA256},
		Sets:    append([]string{}, c.Plan.Sets...),
		Written: !dryRun, Notes: append([]string{}, notes...)}
	if c.Plan.Active {
		r.Init = "active"
	}
	for _, cmd := range c.Plan.Intercepted() {
		r.Hooks = append(r.Hooks, hookReport{cmd.Name, string(cmd.Hook)})
	}
	for _, f := range c.Files {
		r.Files = append(r.Files, fileReport{f.Path, len(f.Content), f.Yours})
	}
	return r
}
