package gen

import "text/template"

// View is what the templates of packs see of a plan. Packs call it Plan. model.tsv describes each of its names; to
// change or remove one requires a new model version.
type View struct {
	Name       string
	Module     string
	Active     bool
	VSCode     bool
	Registry   string         // text of the second line of generated files
	Commands   []*CommandView // by id
	Shapes     []*Shape       // of all commands, sorted by name
	Types      []*Type        // in an order in which C can declare them
	Consts     []Const
	Groups     []*Group
	Strings    []StringTable
	Extensions []string // of EGL and OpenGL ES 2.0 and newer
	Sets       []string // modules around all hooks, the app's side first

	plan  *Plan
	views map[*Command]*CommandView
}

// CommandView is what the templates of packs see of a command. Packs call it Command.
type CommandView struct {
	ID          int
	Name        string   // eglChooseConfig
	Go          string   // EGLChooseConfig
	Hook        HookKind // "" for a command that is only used
	Own         bool     // the hook, or its innermost part, is the author's function outside all sets
	Use         bool
	EndsFrame   bool   // counted, for work that the layer does once in many frames
	Known       bool   // the loaders of all releases from MinAPI on know the name: get_next may be called with it
	Contextless bool   // may be called without a current context
	Unseen      string // why its hook may see no call; "" if that is not a problem
	Result      Value
	Params      []Value
	Shape       *Shape

	GoParams   string // "dpy EGLDisplay, attribList *EGLint"
	GlesParams string // the same outside package gles: "dpy gles.EGLDisplay, ..."
	GoArgs     string // "dpy, attribList"
	CParams    string // "EGLDisplay dpy, const EGLint *attrib_list", or "void"
	CTypes     string // "EGLDisplay, const EGLint *", or "void"
	CArgs      string // "dpy, attrib_list"

	command *Command
}

// modelNames are the names of types in the model that differ from those in the code.
var modelNames = map[string]string{"View": "Plan", "CommandView": "Command"}

// newView returns the view of a plan.
func newView(p *Plan) *View {
	v := &View{Name: p.Name, Module: p.Module, Active: p.Active, VSCode: p.VSCode, Registry: p.Registry, Shapes: p.Shapes, Types: p.Types,
		Consts: p.Consts, Groups: p.Groups, Strings: p.Strings, Extensions: p.Extensions, Sets: p.Sets,
		plan: p, views: make(map[*Command]*CommandView, len(p.Commands))}
	for _, c := range p.Commands {
		v.views[c] = &CommandView{ID: c.ID, Name: c.Name, Go: c.Go, Hook: c.Hook, Own: c.Own, Use: c.Use, EndsFrame: c.EndsFrame, Known: c.Known,
			Contextless: c.Contextless, Unseen: c.Unseen, Result: c.Result, Params: c.Params, Shape: c.Shape, GoParams: c.GoParams,
			GlesParams: c.GlesParams, GoArgs: c.GoArgs, CParams: c.CParams, CTypes: c.CTypes, CArgs: c.CArgs, command: c}
	}
	v.Commands = v.of(p.Commands)
	return v
}

func (v *View) of(commands []*Command) []*CommandView {
	var list []*CommandView
	for _, c := range commands {
		list = append(list, v.views[c])
	}
	return list
}

// Hooked returns the commands with hooks of a kind.
func (v *View) Hooked(kind HookKind) []*CommandView { return v.of(v.plan.Hooked(kind)) }

// Intercepted returns the commands with a trampoline.
func (v *View) Intercepted() []*CommandView { return v.of(v.plan.Intercepted()) }

// Used returns the commands that hooks may call without intercepting them.
func (v *View) Used() []*CommandView { return v.of(v.plan.Used()) }

// Own returns the commands that the author has a Go hook for outside all sets.
func (v *View) Own() []*CommandView { return v.of(v.plan.Own()) }

// Watched returns the commands whose hooks are always on.
func (v *View) Watched() []*CommandView { return v.of(v.plan.Watched()) }

// Below returns the commands that the recorder calls below the layer.
func (v *View) Below() []*CommandView { return v.of(v.plan.Below()) }

// HasGo reports whether the layer has hooks in Go.
func (v *View) HasGo() bool { return v.plan.HasGo() }

// HasSet reports whether the layer has one of the modules.
func (v *View) HasSet(names ...string) bool { return v.plan.HasSet(names...) }

// CInitialize reports whether the author's initialization is in C.
func (v *View) CInitialize() bool { return v.plan.CInitialize() }

// EGLGroups returns the groups of EGL tokens.
func (v *View) EGLGroups() []*Group { return v.plan.EGLGroups() }

// HookFunctions returns the author's functions that generated code calls, in one language.
func (v *View) HookFunctions(kind HookKind) []string { return v.plan.HookFunctions(kind) }

// HookFiles returns the paths of the files with the author's hooks of a kind, relative to the project.
func (v *View) HookFiles(kind HookKind) []string { return v.plan.HookFiles[kind] }

// LateNames returns the names that not every release's loader knows.
func (v *View) LateNames() []string { return v.plan.LateNames() }

// Traps returns the loader's known issues that concern the layer.
func (v *View) Traps() []Trap { return v.plan.Traps() }

// Trampoline reports whether the layer intercepts the command.
func (c *CommandView) Trampoline() bool { return c.command.Trampoline() }

// Void reports whether the command has no result.
func (c *CommandView) Void() bool { return c.command.Void() }

// GlesResult returns the result type as written outside package gles.
func (c *CommandView) GlesResult() string { return c.command.GlesResult() }

// Signature returns the Go type of next outside package gles, without its name.
func (c *CommandView) Signature() string { return c.command.Signature() }

// HookParams returns the parameter list of the author's Go hook.
func (c *CommandView) HookParams() string { return c.command.HookParams() }

// HookPrototype returns the Go function that the author writes, without its body.
func (c *CommandView) HookPrototype() string { return c.command.HookPrototype() }

// HookFunction returns the name of the author's function for the command.
func (c *CommandView) HookFunction() string { return c.command.HookFunction() }

// viewFunctions returns the functions of all templates for those of packs: in place of commands they take views.
func viewFunctions(functions template.FuncMap) template.FuncMap {
	out := template.FuncMap{}
	for name, f := range functions {
		switch f := f.(type) {
		case func(*Command) string:
			out[name] = func(c *CommandView) string { return f(c.command) }
		case func(*Command, string) string:
			out[name] = func(c *CommandView, s string) string { return f(c.command, s) }
		default:
			out[name] = f
		}
	}
	return out
}
