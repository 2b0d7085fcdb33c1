package golden

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// kase is a project of the golden set.
type kase struct {
	name   string
	what   string // the first line of the golden file
	old    bool   // made from the registry of 2022-07
	hashed bool   // the golden file has only hashes and excerpts: the project has 5 MB

	unlisted bool // without a golden file: TestExamplesAreFresh compares examples/passive instead

	request project.Request
}

// slow reports whether building and testing the project takes ten seconds: with 1060 hooks, with strict C++
// compilers, and with a recorder, which test/trace/live also builds and runs.
func (k kase) slow() bool {
	return k.hashed || k.request.Config.Template == "cpp" && k.name != "cpp-passive" || k.request.Config.Template == "trace"
}

// cases are the golden projects. As in projects that new makes, only constants that their commands reach are
// generated.
func cases() []kase {
	list := []kase{
		{name: "passive", unlisted: true, request: request("passive", "go", []string{"eglChooseConfig"})},
		{name: "active", what: "active, one function", request: request("active", "go", []string{"eglChooseConfig"})},
		{name: "glob", what: "a glob, with something taken away", request: request("passive", "go", []string{"glDraw*", "!glDrawBuffers*"})},
		{name: "extension", what: "what an extension adds", request: request("active", "go", []string{"@GL_KHR_debug"}, "glGetString")},
		{name: "chooks", what: "hooks in C", request: request("passive", "c", []string{"glClear", "glDrawArrays", "glGetString"}, "glGetError")},
		{name: "none", what: "trampolines only", request: request("active", "none", []string{"eglSwapBuffers", "glFlush"})},
		{name: "registry-2022-07", what: "an older registry", old: true, request: request("passive", "go", []string{"glDrawElements", "eglSwapBuffers"})},
		{name: "observe", what: "observers", request: request("active", "observe", []string{"eglChooseConfig", "glBufferData", "glClear", "glCompressedTexImage2D", "glDrawElements", "glGenTextures", "glGetIntegerv", "glGetString", "glGetUniformLocation", "glObjectLabel", "glReadPixels", "glShaderSource", "glTexImage2D", "glTexSubImage3D", "glUniform4fv"})},
		setsCase(),
		readyCase(),
		{name: "pace", what: "the module frames alone", request: framesAlone()},
		{name: "cpp-passive", what: "in C++, passive, one function", request: cpp(request("passive", "c", []string{"eglChooseConfig"}))},
		{name: "cpp-active", what: "in C++, active, with functions to use", request: cpp(request("active", "c", []string{"glCreateProgram", "glDrawArrays"}, "glGetError"))},
		{name: "cpp-none", what: "in C++, trampolines only", request: cpp(request("active", "none", []string{"glFlush"}))},
		{name: "c-passive", what: "in C, passive, one function", request: inC(request("passive", "c", []string{"eglChooseConfig"}))},
		{name: "c-active", what: "in C, active, with functions to use", request: inC(request("active", "c", []string{"glClear", "glCreateProgram", "glDrawArrays"}, "glGetString"))},
		{name: "c-none", what: "in C, with modules alone", request: inC(modulesOnly(request("active", "none", []string{"glFlush"})))},
		{name: "c-draw", what: "in C, with drawing (hashes and excerpts)", hashed: true, request: inC(drawing(request("active", "c", []string{"eglSwapBuffers"})))},
		{name: "trace", what: "a recorder of two functions", request: trace(request("active", "record", []string{"glClear", "glDrawArrays"}))},
		{name: "replay", what: "a player of recordings (hashes and excerpts)", hashed: true, request: player(request("active", "record", []string{"@all"}))},
		{name: "all", what: "every command, with Go hooks (hashes and excerpts)", hashed: true, request: request("active", "go", []string{"@all"})},
		{name: "cpp-all", what: "every command, with hooks in C++ (hashes and excerpts)", hashed: true, request: cpp(request("active", "c", []string{"@all"}))},
		{name: "c-all", what: "every command, with hooks in C alone (hashes and excerpts)", hashed: true, request: inC(request("active", "c", []string{"@all"}))},
		{name: "all-none", what: "every command, trampolines only (hashes and excerpts)", hashed: true, request: request("passive", "none", []string{"@all"})},
	}
	for i := range list {
		list[i].request.Config.Constants = project.ConstantsUsed
	}
	return list
}

// cpp is a project of the C++ pack.
func cpp(q project.Request) project.Request {
	q.Config.Template = "cpp"
	return q
}

// inC is a project of the C pack.
func inC(q project.Request) project.Request {
	q.Config.Template = "c"
	return q
}

// modulesOnly adds every module except draw and hud, which needs it: they make a project of 10,000 lines.
func modulesOnly(q project.Request) project.Request {
	q.Config.Sets = slices.DeleteFunc(modules.Names(), func(name string) bool { return name == "draw" || name == "hud" })
	return q
}

// drawing adds the modules that draw.
func drawing(q project.Request) project.Request {
	q.Config.Sets = []string{"draw", "hud"}
	return q
}

// trace is a recorder with the defaults of its pack.
func trace(q project.Request) project.Request {
	q.Config.Template, q.Config.Sets = "trace", []string{"log", "atrace", "errors"}
	return q
}

// player is a player of recordings, which needs every command.
func player(q project.Request) project.Request {
	q.Config.Template, q.Config.Sets = "replay", nil
	return q
}

// layerCase returns the case with a name.
func layerCase(t *testing.T, name string) kase {
	t.Helper()
	for _, k := range cases() {
		if k.name == name {
			return k
		}
	}
	t.Fatalf("no case %s", name)
	return kase{}
}

func (k kase) registry(t *testing.T) *registry.Registry {
	t.Helper()
	if !k.old {
		return registry.Builtin()
	}
	text, err := os.ReadFile("../registry/testdata/2022-07.txt")
	if err != nil {
		t.Fatal(err)
	}
	r, err := registry.ReadSnapshot(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// render renders the files of the project.
func (k kase) render(t *testing.T) *project.Created {
	t.Helper()
	created, err := project.Render(t.Context(), k.registry(t), k.request)
	if err != nil {
		t.Fatal(err)
	}
	return created
}

// write writes the project into a new directory.
func (k kase) write(t *testing.T) string {
	t.Helper()
	dir := testproject.Create(t, k.registry(t), k.request, k.name)
	for _, s := range k.request.GoSets {
		place(t, filepath.Join("testdata", k.name, filepath.Base(s.Folder)), filepath.Join(dir, filepath.FromSlash(s.Folder)))
	}
	return dir
}
