package gen

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/gen/record"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Model is the version of the internal contracts of generated code. It is in the second line of each generated file
// and in gleslayer.lock. The version of the data that templates see is templates.Model.
const Model = 1

// MinAPI is the oldest Android API level with layers (Android 10), and the one projects are built for.
const MinAPI = rules.MinAPI

// frameEnds are the commands that end a frame. Each layer counts them to read its settings again from time to
// time. Android's loader offers both to every layer, and a call of one does not pass through the other (rule
// 6.11).
var frameEnds = wordSet("eglSwapBuffers eglSwapBuffersWithDamageKHR")

// currentContext is called in the driver below where a hook may be called without a context.
const currentContext = "eglGetCurrentContext"

// helpersCall are the commands that package gles needs below the layer.
var helpersCall = wordSet(currentContext + " eglQueryString glGetString")

// HookKind says what runs when an intercepted command is called.
type HookKind string

// The kinds of hook.
const (
	HookGo   HookKind = "go"   // a Go function of the author
	HookC    HookKind = "c"    // a C function of the author
	HookNone HookKind = "none" // a trampoline only

	// HookObserve is a Go function of the author that gets the call after it has returned, on another thread.
	HookObserve HookKind = "observe"

	// HookRecord is a generated C function that records the call. It is off until it is switched on.
	HookRecord HookKind = "record"
)

// Input is the author's choices.
type Input struct {
	Name   string // of the layer: lib<Name>.so
	Module string // Go module path
	Active bool   // resolve all in Initialize, not only what GetProcAddress returns
	Rules  []Rule
	Use    []string // patterns of commands to call without intercepting them
	Sets   []string // modules around all hooks, the app's side first
	Scope  registry.Scope

	Modules  []modules.Declaration // those of Sets that are the user's
	Settings []settings.Setting    // those that hooks read

	ModulesOff bool // the modules that work without hooks are off by default

	GoSets []GoSet // the project's own hook sets, the app's side first
	VSCode bool    // with settings for Visual Studio Code

	HookFiles map[HookKind][]string // paths of the files with the author's hooks, relative to the project

	Constants string // ConstantsUsed, or anything else for every constant of the registry
	OldNames  bool   // with the names that Go code had before as deprecated aliases: EglChooseConfig
}

// Plan is everything that the emitters need, resolved. The templates of packs see only its View.
type Plan struct {
	Name       string
	Module     string
	Active     bool
	VSCode     bool
	Registry   string     // text of the second line of generated files
	Commands   []*Command // by id
	Shapes     []*Shape   // of all commands, sorted by name
	Types      []*Type    // sorted so that C can declare them in this order
	Consts     []Const
	Groups     []*Group
	Strings    []StringTable
	Extensions []string // of EGL and OpenGL ES 2.0 and newer
	Sets       []string // modules around all hooks, the app's side first
	HookFiles  map[HookKind][]string

	in          Input
	goSets      []GoSet
	userModules []modules.Module
	attribs     []*attribGroup

	constBlocks    []constBlock                  // Consts by enum group
	imageFormats   []imageFormat                 // for the module memory
	unsizedFormats []record.NumberRow            // for the module memory
	pixels         map[string][]record.NumberRow // sizes of pixel formats and types, by kind

	types  map[string]*Type
	shapes map[string]*Shape
	groups map[string][]Named // values by the registry's name of the group

	recorder *record.Recorder      // nil without hooks of kind record
	shadow   *shadowState          // nil without the module that tracks it
	tracked  *trackedState         // nil without hooks of kind record
	explain  *explainTable         // nil without the module
	profile  *profileTable         // nil without the module
	objects  map[string]objectCall // of the commands that change an object; nil without the module
	memory   map[string]memoryCode // of the commands that the module memory needs; nil without it
	records  bool                  // some hooks are of kind record

	several []record.NumberRow // the names with several values; nil without observers
	texels  texels             // empty without observers

	onlyInit bool // the file of stubs in C has the initialization even if it has no stubs
}

func newPlan() *Plan { return &Plan{shapes: map[string]*Shape{}, groups: map[string][]Named{}} }

// New resolves a plan. For invalid patterns it returns the errors of registry.Select.
func New(r *registry.Registry, in Input) (*Plan, error) {
	p, r := newPlan(), renameParams(r)
	p.Name, p.Module, p.Active, p.VSCode, p.Sets, p.HookFiles = in.Name, in.Module, in.Active, in.VSCode, modules.Expand(modules.WithNeeds(setsFor(in), in.Modules)), in.HookFiles
	p.in, p.goSets, p.Registry = in, slices.Clone(in.GoSets), describe(r)
	if err := p.resolveUserModules(r); err != nil {
		return nil, err
	}
	p.Sets = modules.SkipsFirst(p.Sets, p.module)
	if err := p.resolveTypes(r); err != nil {
		return nil, err
	}
	if err := p.resolveShadow(r); err != nil {
		return nil, err
	}
	if err := p.resolveMemory(r); err != nil {
		return nil, err
	}
	if err := p.resolveObjects(r); err != nil {
		return nil, err
	}
	if err := p.resolveCommands(r); err != nil {
		return nil, err
	}
	if err := p.resolveTracked(r); err != nil {
		return nil, err
	}
	p.nameLocals()
	p.resolveEnums(r)
	p.Extensions = extensions(r)
	if err := p.resolveAttribs(r); err != nil {
		return nil, err
	}
	if err := p.resolveModules(); err != nil {
		return nil, err
	}
	p.resolveExplain(r)
	if err := p.resolveProfile(r); err != nil {
		return nil, err
	}
	if err := p.resolveRecordings(r); err != nil {
		return nil, err
	}
	if err := p.resolveObserved(r); err != nil {
		return nil, err
	}
	if in.Constants == ConstantsUsed {
		p.keepReached(r)
	}
	p.resolveConstBlocks(r)
	p.resolvePixels(r)
	slices.SortFunc(p.Shapes, func(a, b *Shape) int { return cmp.Compare(a.Name, b.Name) })
	return p, nil
}

// InputOf returns the input of the plan. It is not a method, so that no template sees it.
func InputOf(p *Plan) Input {
	in := p.in
	in.VSCode, in.HookFiles = p.VSCode, p.HookFiles
	return in
}

// describe names the registry in generated files: by dates if known, otherwise by the start of the hash.
func describe(r *registry.Registry) string {
	var parts []string
	for _, s := range r.Sources {
		date := s.Date
		if date == "" && len(s.SHA256) >= 12 {
			date = s.SHA256[:12]
		}
		parts = append(parts, s.Name+" "+date)
	}
	return fmt.Sprintf("Registry: %s; model %d.", strings.Join(parts, ", "), Model)
}

func (p *Plan) resolveCommands(r *registry.Registry) error {
	hooks, err := HookKinds(r, p.in.Scope, p.in.Rules)
	if err != nil {
		return err
	}
	used, err := r.Select(p.in.Scope, p.in.Use)
	if err != nil {
		return err
	}
	use := map[string]bool{}
	for _, c := range used {
		use[c.Name] = true
	}
	p.records = slices.Contains(slices.Collect(maps.Values(hooks)), HookRecord)
	for _, c := range r.Commands {
		kind, intercepted := hooks[c.Name]
		if p.records && !intercepted && record.MustHook(c) {
			kind, intercepted = HookRecord, true
		}
		own, sets := kind == HookGo, p.setsOf(c.Name)
		if len(sets) > 0 {
			kind, intercepted = HookGo, true
		}
		if !intercepted && !use[c.Name] && !p.has(c.Name) {
			continue
		}
		cmd, err := p.command(r, c)
		if err != nil {
			return err
		}
		cmd.ID, cmd.Hook, cmd.Use, cmd.EndsFrame = len(p.Commands), kind, use[c.Name], frameEnds[c.Name]
		cmd.Own, cmd.goSets = own, sets
		cmd.helper, cmd.Known = helpersCall[c.Name], rules.Lookup(c.Name).KnownSince(MinAPI)
		p.Commands = append(p.Commands, cmd)
	}
	p.resolvePitfalls()
	return p.checkCalls(r)
}

// checkCalls rejects an incomplete registry: it must have all commands that package gles and the modules call.
func (p *Plan) checkCalls(r *registry.Registry) error {
	check := func(names []string, caller string) error {
		for _, name := range names {
			if _, ok := r.Command(name); !ok {
				return fmt.Errorf("the registry has no %s, which %s calls; use complete gl.xml and egl.xml files", name, caller)
			}
		}
		return nil
	}
	if err := check(slices.Sorted(maps.Keys(helpersCall)), "every layer"); err != nil {
		return err
	}
	for _, name := range p.Sets {
		m, _ := p.module(name)
		if err := check(m.Calls(), "the module "+name); err != nil {
			return err
		}
	}
	return nil
}

// Hooked returns the commands with hooks of a kind.
func (p *Plan) Hooked(kind HookKind) []*Command {
	return p.filter(func(c *Command) bool { return c.Hook == kind })
}

// Intercepted returns the commands with a trampoline.
func (p *Plan) Intercepted() []*Command {
	return p.filter(func(c *Command) bool { return c.Hook != "" })
}

// Used returns the commands that hooks may call without intercepting them.
func (p *Plan) Used() []*Command { return p.filter(func(c *Command) bool { return c.Use }) }

// fromGo returns the commands whose next function Go code can call.
func (p *Plan) fromGo() []*Command {
	return p.filter(func(c *Command) bool { return c.Use || c.helper || c.Hook == HookGo })
}

// nextShapes returns the shapes of the commands whose next function Go code can call.
func (p *Plan) nextShapes() []*Shape {
	called := map[*Shape]bool{}
	for _, c := range p.fromGo() {
		called[c.Shape] = true
	}
	return slices.DeleteFunc(slices.Clone(p.Shapes), func(s *Shape) bool { return !called[s] })
}

// HasGo reports whether the layer has hooks or observers in Go. Without them, it is built without the Go runtime.
func (p *Plan) HasGo() bool { return len(p.Hooked(HookGo)) > 0 || p.observes() }

// observes reports whether the layer has observers.
func (p *Plan) observes() bool { return len(p.Hooked(HookObserve)) > 0 }

// CInitialize reports whether the author's initialization is in C. In a layer with Go hooks it is
// onInitialize.
func (p *Plan) CInitialize() bool {
	return p.onlyInit || p.Active && !p.HasGo() && len(p.Hooked(HookC)) > 0
}

// currentContext returns the command that returns the current context.
func (p *Plan) currentContext() *Command {
	return p.Commands[slices.IndexFunc(p.Commands, func(c *Command) bool { return c.Name == currentContext })]
}

func (p *Plan) filter(keep func(*Command) bool) []*Command {
	var out []*Command
	for _, c := range p.Commands {
		if keep(c) {
			out = append(out, c)
		}
	}
	return out
}

func itoa(n int) string { return strconv.Itoa(n) }
