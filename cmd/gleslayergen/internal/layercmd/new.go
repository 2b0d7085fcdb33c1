package layercmd

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/templates"
)

// newFlags are the flags of new.
type newFlags struct {
	active, passive bool
	intercept, use  []string
	hooks, template string
	with            []string
	api, extensions string
	module, out     string
	dryRun, json    bool
	force           bool
	vscode          bool
	example         string
	listExamples    bool
	src             *ui.RegistryFiles
}

func New(e *ui.Env) *cobra.Command {
	f := &newFlags{}
	cmd := &cobra.Command{
		Use: "new [NAME] --active|--passive --intercept PATTERN...",
		Long: `Writes a complete layer project to the directory NAME. You can build and test the project without a change.

A PATTERN is a name (eglChooseConfig), a glob (glDraw*), an extension (@GL_KHR_debug), a version (@egl1.4, or
@gles3.1 for OpenGL ES 2.0 to 3.1), or @all. Commas separate patterns. A pattern that begins with ! removes the
functions that it matches from the patterns before it. The prefix "go:", "c:", "observe:" or "none:" selects
the kind of hook for a pattern, and overrides --hooks. If several patterns match a function, the first one
selects the kind of its hook. "observe" is a Go function that gets calls after they have returned, on another
thread.

--with adds modules, which are built-in features in C. The modules log or provide the following:

` + moduleList() + `
` + ui.Wrap("If --with lists a module other than "+helperList()+", the default of --hooks is \"none\".", 100, "") + `
Without --intercept, the layer intercepts the functions that the modules need, and --hooks is the kind of the
hooks of these functions. A module with a slash is the directory of a module of your own, such as ./mymodule;
docs/modules.md describes it.

--template c writes a project in C, --template cpp writes a project in C++17. Neither contains Go.

--template git+URL@VERSION fetches a template pack from a Git repository. For details, run
gleslayergen template --help.

--template trace writes the trace layer, which "gleslayergen trace" uses to record calls. By default it records
every function. Its hooks are generated, so leave out --hooks.

` + ui.Wrap("Choose one of two styles: "+project.StyleAdvice+".", 100, ""),
		Example: `  gleslayergen new --active --intercept eglChooseConfig
  gleslayergen new drawlog --passive --intercept 'glDraw*,!glDrawBuffers*' --hooks c
  gleslayergen new mixed --passive --intercept 'c:glUniform*' --intercept 'go:gl*'
  gleslayergen new watch --active --intercept 'gl*' --with log,errors
  gleslayergen new pace --passive --with frames
  gleslayergen new everything --passive --intercept @all --hooks none
  gleslayergen new native --template c --active --intercept eglChooseConfig
  gleslayergen new recorder --template trace`,
		Args: ui.Args(0, 1, "NAME"),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if f.listExamples {
			return listExamples(cmd, e, f.json)
		}
		return runNew(cmd, e, f, args)
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.active, "active", false, "write an active layer: it gets the addresses of all functions when Android initializes the layer")
	flags.BoolVar(&f.passive, "passive", false, "write a passive layer: it gets the address of each function when Android requests the hook")
	flags.StringArrayVar(&f.intercept, "intercept", nil, "intercept the functions that `PATTERN` matches (repeatable)")
	flags.StringVar(&f.hooks, "hooks", "", "`KIND` of hook: \"go\", \"c\", \"observe\", \"none\" or \"record\" (default: \"none\" if a module of --with works without hooks, otherwise the first kind of the template pack)")
	flags.StringSliceVar(&f.with, "with", nil, "add these `MODULES`, built-in ones or directories, which run before and after the hooks; the first is nearest to the app (repeatable)")
	flags.StringVar(&f.template, "template", "go", "template `PACK` of the project: a name that \"template list\" prints, a directory, a zip file, or git+URL@VERSION")
	flags.StringArrayVar(&f.use, "use", nil, "let hooks call the functions that `PATTERN` matches; the layer does not intercept these functions (repeatable)")
	flags.StringVar(&f.api, "api", "egl=1.5,gles2=3.2", "newest `VERSIONS` of EGL and OpenGL ES that patterns match")
	flags.StringVar(&f.extensions, "extensions", "all", "extensions that patterns match: \"all\", \"none\", or `NAMES` separated by commas")
	flags.StringVar(&f.module, "module", "", "Go module `PATH` of the project (default: NAME, or example.com/NAME if the go command reserves NAME)")
	flags.StringVar(&f.out, "out", "", "write to `DIR`, which must be empty or not exist (default: ./NAME)")
	flags.BoolVar(&f.force, "force", false, "has no effect; earlier versions required it for @all")
	_ = flags.MarkHidden("force")
	flags.StringVar(&f.example, "example", "", "write the example layer `NAME`, with complete hooks and tests instead of stubs")
	flags.BoolVar(&f.listExamples, "list-examples", false, "list the example layers")
	flags.BoolVar(&f.vscode, "vscode", false, "also write tasks and launch settings for Visual Studio Code")
	flags.BoolVar(&f.dryRun, "dry-run", false, "list the files and write nothing")
	f.src = ui.AddRegistryFlags(cmd)
	asJSON := ui.JSONFlag(cmd)
	cmd.PreRun = func(*cobra.Command, []string) { f.json = *asJSON }
	for _, name := range []string{"intercept", "use"} {
		_ = cmd.RegisterFlagCompletionFunc(name, ui.CompletePatterns)
	}
	_ = cmd.RegisterFlagCompletionFunc("example", completeExamples)
	_ = cmd.RegisterFlagCompletionFunc("with", ui.CompleteSets)
	_ = cmd.RegisterFlagCompletionFunc("template", completePacks)
	_ = cmd.RegisterFlagCompletionFunc("hooks", cobra.FixedCompletions(project.HookKinds, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// limitMemory makes a command that renders projects collect garbage more often from a heap size on that few projects reach.
func limitMemory() {
	const goal = 64 << 20 // bytes
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(goal)
	}
}

func runNew(cmd *cobra.Command, e *ui.Env, f *newFlags, args []string) error {
	limitMemory()
	pack, err := pack.Fetch(cmd.Context(), f.template)
	if err != nil {
		return err
	}
	if err := f.fillExample(cmd, args); err != nil {
		return err
	}
	if pack.IsModule() {
		return ui.Usage("--template "+f.template, "the pack is a module", "to add it to a layer: --with "+f.template)
	}
	f.fill(pack.Defaults)
	if err := f.check(); err != nil {
		return err
	}
	q, err := f.request(e.Version, pack, cmp.Or(f.name(args), "gleslayer"))
	if err != nil {
		return err
	}
	f.addExample(&q)
	printPack(e, pack)
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
	printNew(e, created, f.dryRun, f.example != "")
	return nil
}

// fill sets flags that are not given to the defaults of the pack.
func (f *newFlags) fill(d templates.Defaults) {
	if !f.active && !f.passive {
		f.active, f.passive = d.Init == "active", d.Init == "passive"
	}
	if len(f.intercept) == 0 && d.Intercept != "" {
		f.intercept = []string{d.Intercept}
	}
	if len(f.with) == 0 {
		f.with = d.Sets
	}
}

// check returns an error for missing and conflicting flags.
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
		return ui.Usage(fmt.Sprintf("--hooks %q", f.hooks), "unknown hook kind", project.HookKindAdvice)
	}
	return nil
}

func (f *newFlags) request(tool string, pack *templates.Pack, name string) (project.Request, error) {
	q := project.Request{DryRun: f.dryRun, VSCode: f.vscode, Tool: tool, Pack: pack}
	q.Config = project.Config{Name: name, Init: map[bool]string{true: "active", false: "passive"}[f.active],
		API: f.api, Extensions: f.extensions, Use: f.use, Template: pack.Name}
	var err error
	if q.Config.Sets, err = f.sets(name); err != nil {
		return q, err
	}
	q.Config.OldNames = !pack.Builtin() // the templates of external packs may use the old names
	if q.Config.Constants = project.ConstantsAll; pack.Builtin() {
		q.Config.Constants = project.ConstantsUsed
	}
	if err := f.chooseCommands(&q.Config, cmp.Or(f.out, name), f.hooksOf(pack)); err != nil {
		return q, err
	}
	q.Module, q.Dir = cmp.Or(f.module, project.ModuleOf(name)), cmp.Or(f.out, name)
	return q, cmp.Or(f.templatePath(&q, pack), f.registrySource(&q))
}

// sets returns the modules of --with as gleslayer.yaml has them: the location of a module of the user is relative to the project.
func (f *newFlags) sets(name string) ([]string, error) {
	var list []string
	for _, with := range f.with {
		if project.IsModuleLocation(with) {
			path, err := with, error(nil)
			if !templates.IsGit(with) {
				path, err = fromDir(cmp.Or(f.out, name), with)
			}
			if err != nil {
				return nil, err
			}
			with = project.ModulePrefix + path
		}
		list = append(list, with)
	}
	return list, nil
}

// chooseCommands sets what is intercepted: the given patterns, or what the modules need.
func (f *newFlags) chooseCommands(c *project.Config, dir, hooks string) (err error) {
	if len(f.intercept) == 0 {
		if err := c.LoadModules(dir); err != nil {
			return err
		}
		c.Intercept = c.InterceptForModules(hooks)
		return nil
	}
	c.Intercept = project.ParseIntercepts(f.intercept, hooks)
	return nil
}

// hooksOf returns the kind of hook of patterns without a prefix.
func (f *newFlags) hooksOf(pack *templates.Pack) string {
	switch {
	case f.hooks != "":
		return f.hooks
	case slices.ContainsFunc(f.with, worksAlone) && pack.Hooks[0] != string(gen.HookRecord): // the modules do the work
		return string(gen.HookNone)
	}
	return pack.Hooks[0]
}

// worksAlone reports whether a module does its work without hooks, as modules of the user do.
func worksAlone(module string) bool {
	m, builtin := modules.Find(module)
	return !builtin || !m.Helps
}

// templatePath stores the path of an external pack, relative to the project, or its reference to a Git repository.
func (f *newFlags) templatePath(q *project.Request, pack *templates.Pack) (err error) {
	switch {
	case pack.Git != nil:
		q.Config.Template = pack.Git.String()
	case !pack.Builtin():
		q.Config.Template, err = fromDir(q.Dir, pack.Where)
	}
	return err
}

// registrySource stores the paths of registry files, relative to the project.
func (f *newFlags) registrySource(q *project.Request) error {
	if f.src.Gl == "" || f.src.Egl == "" {
		return nil
	}
	for from, to := range map[string]*string{f.src.Gl: &q.Config.Registry.GL, f.src.Egl: &q.Config.Registry.EGL} {
		path, err := fromDir(q.Dir, from)
		if err != nil {
			return err
		}
		*to = path
	}
	return nil
}

// fromDir returns path relative to a directory.
func fromDir(dir, path string) (string, error) {
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

func printNew(e *ui.Env, c *project.Created, dryRun, example bool) {
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
	e.Printf("next: %s%s; %s\n", changeDir(c.Dir), howToBuild(c), whereToWrite(c, example))
}

// createdReport is the JSON report of new.
type createdReport struct {
	Schema  int          `json:"schema"`
	Dir     string       `json:"dir"`
	Name    string       `json:"name"`
	Module  string       `json:"module"`
	Init    string       `json:"init"` // active or passive
	Pack    lockedPack   `json:"template"`
	Written bool         `json:"written"` // false with --dry-run
	Sets    []string     `json:"sets"`    // modules
	Hooks   []hookReport `json:"hooks"`
	Files   []fileReport `json:"files"`
	Notes   []string     `json:"notes"`
}

// lockedPack is the template pack as in gleslayer.lock.
type lockedPack struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`

	Git *templates.Git `json:"git,omitempty"`
}

type hookReport struct {
	Command string `json:"command"`
	Hook    string `json:"hook"` // go, c, observe or none
}

type fileReport struct {
	Path  string `json:"path"`
	Bytes int    `json:"bytes"`
	Yours bool   `json:"yours"` // written once: update never changes it
}

func newReport(c *project.Created, notes []string, dryRun bool) createdReport {
	r := createdReport{Schema: 1, Dir: c.Dir, Name: c.Plan.Name, Module: c.Plan.Module, Init: "passive",
		Pack:    lockedPack{c.Pack.Name, c.Pack.Version, c.Pack.SHA256, c.Pack.Git},
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
