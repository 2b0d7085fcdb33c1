package project

import (
	"context"
	"os"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// UpdateRequest holds the arguments of update.
type UpdateRequest struct {
	Root       string
	Tool       string   // version of gleslayergen, for the lock
	Add, Drop  []string // patterns of functions to start and stop intercepting; the prefix go:, c: or none: selects the hook
	Use        []string // commands that hooks call from now on
	Stub       []string // commands whose stub is written again
	Template   string   // template pack from now on, as in gleslayer.yaml; "": that of gleslayer.yaml
	Fetch      bool     // fetch the pack of a Git repository that is not in the cache
	Registry   RegistrySource
	AllowOlder bool // allow a registry older than that of the lock
	Overwrite  bool // replace edited generated files
	Adopt      bool // write a new lock from the files as they are, if the lock is missing or cannot be read
	Rename     bool // replace the old names of commands in the author's Go files, and remove the aliases
	TrustLock  bool // skip rendering if the lock shows that nothing changed; the plan is nil then

	// Load reads the registry from two files, or returns the built-in one if the names are empty.
	Load func(gl, egl string) (*registry.Registry, error)
	// Compare is called after a change of the registry, with the project's new configuration; it may be nil.
	Compare func(before, after *registry.Registry, c *Config) error
}

// Update is a project with the changes that bring it up to date. It locks the project until it is closed.
type Update struct {
	Recovered *Recovery // result of an earlier, interrupted update; may be nil
	Changes   []Change  // sorted by path
	Notes     []string  // for the user
	Problems  []Problem // mistakes in the author's files that keep the project from building

	request   UpdateRequest
	dir       *rootDir
	held      *os.File
	lock      *Lock
	config    *configText
	pack      *templates.Pack
	facts     *registry.Registry
	plan      *gen.Plan
	oldPlan   *gen.Plan    // with the old names that Rename removes; nil if there are none
	added     []gen.File   // new files for the author
	own       *AuthorHooks // the author's hooks, once they were read
	sets      []*foundSet  // the project's hook sets
	lockText  []byte
	modules   []LockTemplate // modules of the user, for the lock
	unchanged bool           // the lock shows that nothing changed
}

// PlanUpdate determines the changes that bring a project up to date. It writes nothing, except that it
// completes or undoes an interrupted update.
func PlanUpdate(ctx context.Context, q UpdateRequest) (*Update, error) {
	u := &Update{request: q}
	begin := func() error { return u.begin(ctx) }
	openPack := func() error { return u.openPack(ctx) }
	compare := func() error { return u.compare(ctx) }
	for _, part := range []func() error{begin, u.read, u.checkUnchanged, openPack, u.choose, u.resolve, compare} {
		if u.unchanged {
			break
		}
		if err := part(); err != nil {
			u.Close()
			return nil, err
		}
	}
	u.Problems = findProblems(u.dir, u.lock, u.calledHooks())
	return u, nil
}

// calledHooks returns the functions of the author that generated code called before the update and calls after it, without
// those whose stub the update writes.
func (u *Update) calledHooks() []string {
	if u.plan == nil {
		return u.lock.Hooks
	}
	if !u.pack.Builtin() {
		return nil // a third-party pack may define hooks in files of any language
	}
	after := gen.WrittenFunctions(u.plan)
	return slices.DeleteFunc(slices.Clone(u.lock.Hooks), func(name string) bool { return !slices.Contains(after, name) || u.requested(name) })
}

// begin opens and locks the project.
func (u *Update) begin(ctx context.Context) (err error) {
	if u.dir, err = openRoot(u.request.Root); err != nil {
		return err
	}
	if u.held, err = lockRoot(ctx, u.request.Root); err != nil {
		return err
	}
	u.Recovered, err = u.dir.recover()
	return err
}

// Close unlocks the project.
func (u *Update) Close() {
	if u.held != nil {
		u.held.Close()
	}
	if u.dir != nil {
		u.dir.Close()
	}
}

// Root returns the directory of the project.
func (u *Update) Root() string { return u.request.Root }

// Plan returns the plan of the updated project.
func (u *Update) Plan() *gen.Plan { return u.plan }

// Chosen reports whether gleslayer.yaml differs from the one that the project was generated from.
func (u *Update) Chosen() bool {
	was, _ := u.lock.file(ConfigName)
	return !was.matches(u.config.bytes())
}

// read reads gleslayer.yaml and the lock.
func (u *Update) read() error {
	text, there, err := u.dir.read(ConfigName)
	if err == nil && !there {
		err = configReadError(u.dir.name(ConfigName), os.ErrNotExist)
	}
	if err != nil {
		return err
	}
	if u.config, err = newConfigText(u.dir.name(ConfigName), text); err != nil {
		return err
	}
	return u.readLock()
}

// resolve makes the plan of the updated project.
func (u *Update) resolve() (err error) {
	c := u.config.now.withDefaults()
	c.OldNames = u.lock.oldNames()
	if err := u.addModules(&c); err != nil {
		return err
	}
	module, err := u.module()
	if err != nil {
		return err
	}
	sets, err := u.findSets(&c, module)
	if err != nil {
		return err
	}
	if u.plan, err = Plan(u.facts, &c, module, sets); err != nil {
		return u.configFault(err)
	}
	if u.request.Rename && c.OldNames {
		u.oldPlan, c.OldNames = u.plan, false
		for i := range sets {
			sets[i].OldNames = nil
		}
		if u.plan, err = Plan(u.facts, &c, module, sets); err != nil {
			return err
		}
	}
	return u.configFault(checkPack(u.plan, u.pack))
}

// withDefaults returns a copy with defaults for keys that the author removed.
func (c *Config) withDefaults() Config {
	full := *c
	for from, to := range map[string]*string{"egl=1.5,gles2=3.2": &full.API, "all": &full.Extensions, "go": &full.Template} {
		if *to == "" {
			*to = from
		}
	}
	return full
}

// module returns the module path in go.mod. Without a go.mod, the project belongs to an enclosing module.
func (u *Update) module() (string, error) {
	text, there, err := u.dir.read("go.mod")
	if err != nil || !there {
		return u.lock.Module, err
	}
	file, err := modfile.ParseLax("go.mod", text, nil)
	if err != nil || file.Module == nil {
		return "", &ProblemError{u.dir.name("go.mod"), damagedModule(err, u.lock.Module)}
	}
	return file.Module.Mod.Path, CheckModule(file.Module.Mod.Path)
}

// load reads the registry named in the yaml, relative to the project.
func (u *Update) load(s RegistrySource) (*registry.Registry, error) {
	if s.Builtin() {
		return u.request.Load("", "")
	}
	return u.request.Load(fromRoot(u.request.Root, s.GL), fromRoot(u.request.Root, s.EGL))
}
