package project

import (
	"context"
	"os"

	"golang.org/x/mod/modfile"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// UpdateRequest is what "update" was asked to do.
type UpdateRequest struct {
	Root       string
	Tool       string   // version of the tool, for the lock
	Add, Drop  []string // patterns to intercept, and to intercept no more; go:, c: or none: before one chooses the hook
	Stub       []string // commands whose stub is written though the lock says that one was
	Registry   RegistrySource
	AllowOlder bool // registries than those of the lock
	Overwrite  bool // generated files that somebody edited
	TrustLock  bool // skip rendering if the lock shows that nothing changed; the plan is nil then

	// Load reads the registry from two files, or the tool's own where there is no name.
	Load func(gl, egl string) (*registry.Registry, error)
	// Compare is told of a change of the registry, with the choices that the project has then; nil: nobody is.
	Compare func(before, after *registry.Registry, c *Config) error
}

// Update is a project with what would bring it up to date. It keeps other runs away until it is closed.
type Update struct {
	Recovered *Recovery // an earlier update that had broken off
	Changes   []Change  // sorted by path
	Notes     []string  // for the author

	request   UpdateRequest
	folder    *folder
	held      *os.File
	lock      *Lock
	config    *configText
	pack      *templates.Pack
	facts     *registry.Registry
	plan      *gen.Plan
	added     []gen.File   // for the author
	own       *AuthorHooks // the author's, once they were looked for
	sets      []*foundSet  // of the project's own
	lockText  []byte
	unchanged bool // the lock shows that nothing changed
}

// PlanUpdate finds out what would bring a project up to date. It changes nothing, but finishes or undoes an update that
// broke off.
func PlanUpdate(ctx context.Context, q UpdateRequest) (*Update, error) {
	u := &Update{request: q}
	begin := func() error { return u.begin(ctx) }
	compare := func() error { return u.compare(ctx) }
	for _, part := range []func() error{begin, u.read, u.checkUnchanged, u.openPack, u.choose, u.resolve, compare} {
		if u.unchanged {
			return u, nil
		}
		if err := part(); err != nil {
			u.Close()
			return nil, err
		}
	}
	return u, nil
}

// begin takes the project for this run.
func (u *Update) begin(ctx context.Context) (err error) {
	if u.folder, err = openRoot(u.request.Root); err != nil {
		return err
	}
	if u.held, err = holdRoot(ctx, u.request.Root); err != nil {
		return err
	}
	u.Recovered, err = u.folder.recover()
	return err
}

// Close lets other runs have the project.
func (u *Update) Close() {
	if u.held != nil {
		u.held.Close()
	}
	if u.folder != nil {
		u.folder.Close()
	}
}

// Root is the folder of the project.
func (u *Update) Root() string { return u.request.Root }

// Plan is the project as it should be.
func (u *Update) Plan() *gen.Plan { return u.plan }

// Chosen reports whether the author's choices are others than those that the project was made from.
func (u *Update) Chosen() bool {
	was, _ := u.lock.file(ConfigName)
	return was.SHA256 != hashOf(u.config.bytes())
}

// read reads what the project says of itself.
func (u *Update) read() error {
	text, there, err := u.folder.read(ConfigName)
	if err == nil && !there {
		err = cannotRead(u.folder.name(ConfigName), os.ErrNotExist)
	}
	if err != nil {
		return err
	}
	if u.config, err = newConfigText(u.folder.name(ConfigName), text); err != nil {
		return err
	}
	u.lock, u.lockText, err = u.folder.loadLock()
	return err
}

// resolve makes the plan of the project as it should be.
func (u *Update) resolve() (err error) {
	c := u.config.now.withDefaults()
	c.OldNames = u.lock.oldNames()
	module, err := u.module()
	if err != nil {
		return err
	}
	sets, err := u.findSets(&c, module)
	if err != nil {
		return err
	}
	if u.plan, err = Plan(u.facts, &c, module, sets); err != nil {
		return err
	}
	return checkPack(u.plan, u.pack)
}

// withDefaults fills in what the author took out of the file.
func (c *Config) withDefaults() Config {
	full := *c
	for from, to := range map[string]*string{"egl=1.5,gles2=3.2": &full.API, "all": &full.Extensions, "go": &full.Template} {
		if *to == "" {
			*to = from
		}
	}
	return full
}

// module is the path in the author's go.mod; without one, the project is part of another module.
func (u *Update) module() (string, error) {
	text, there, err := u.folder.read("go.mod")
	if err != nil || !there {
		return u.lock.Module, err
	}
	path := modfile.ModulePath(text)
	if path == "" {
		return "", &Error{What: u.folder.name("go.mod"), Why: "no module path", Advice: "for example: module " + u.lock.Module}
	}
	return path, CheckModule(path)
}

// load reads the registry that the yaml names, as seen from the project.
func (u *Update) load(s RegistrySource) (*registry.Registry, error) {
	if s.Builtin() {
		return u.request.Load("", "")
	}
	return u.request.Load(fromRoot(u.request.Root, s.GL), fromRoot(u.request.Root, s.EGL))
}
