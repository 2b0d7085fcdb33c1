package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/templates"
)

// errNoBuild is returned for a pack without a known build file.
var errNoBuild = errors.New("projects of this pack cannot be built: pack.yaml has no commands under \"build:\", and the pack generates no Makefile, go.mod or CMakeLists.txt")

// howToBuild lists the build commands by the file that requires them.
var howToBuild = []struct {
	file     string
	commands [][]string
}{
	{"Makefile", [][]string{{"make"}}},
	{"go.mod", [][]string{{"go", "build", "./..."}}},
	{"CMakeLists.txt", [][]string{{"cmake", "-S", ".", "-B", "build"}, {"cmake", "--build", "build"}}},
}

// Build writes the files of the project to a temporary directory, builds and tests it with the commands of the pack,
// and removes it. This runs code of the pack. The environment names this program, for a Makefile that calls it.
func (c Trial) Build(ctx context.Context, files []gen.File, out io.Writer) error {
	commands, err := c.commands(files)
	if err != nil {
		return err
	}
	parent, err := os.MkdirTemp("", "gleslayergen-trial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(parent)
	dir := filepath.Join(parent, "trial")
	contents := map[string][]byte{}
	for _, f := range files {
		contents[f.Path] = f.Content
	}
	if err := project.WriteDir(ctx, dir, contents); err != nil {
		return err
	}
	values := commandValues(c.request.Config.Name, Host(), parent)
	for _, words := range commands {
		if err := runBuild(ctx, dir, out, templates.ExpandCommand(words, values)); err != nil {
			return err
		}
	}
	if _, err := os.Stat(values["lib"]); err != nil && len(c.request.Pack.Build) > 0 {
		return errNoLayer
	}
	return nil
}

// errNoLayer is returned for commands that do not write the layer.
var errNoLayer = errors.New("the commands under \"build:\" in pack.yaml did not write the layer to the path that {lib} stands for")

// commands returns the commands that build and test a project: those of the pack, or else by its files.
func (c Trial) commands(files []gen.File) ([][]string, error) {
	if pack := c.request.Pack; len(pack.Build) > 0 {
		return slices.Concat(pack.Build, pack.Test), nil
	}
	for _, how := range howToBuild {
		if slices.ContainsFunc(files, func(f gen.File) bool { return f.Path == how.file }) {
			return slices.Concat(how.commands, c.request.Pack.Test), nil
		}
	}
	return nil, errNoBuild
}

func runBuild(ctx context.Context, dir string, out io.Writer, words []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.Env = append(os.Environ(), "GLESLAYERGEN="+self, "GOWORK=off")
	if err := RunGroup(cmd); err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	return nil
}
