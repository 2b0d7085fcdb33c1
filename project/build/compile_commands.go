package build

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/templates"
)

// compileCommands builds a layer with the commands of its template pack, in the directory of the project.
func (b *building) compileCommands(ctx context.Context, whole string, _ bool) error {
	values := commandValues(b.name, b.target, b.work)
	for _, words := range b.commands {
		words = templates.ExpandCommand(words, values)
		var output bytes.Buffer
		cmd := b.command(ctx, words[0], words[1:]...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = b.root, &output, &output
		err := RunGroup(cmd)
		_, _ = b.out.Write(output.Bytes())
		if errors.Is(err, exec.ErrNotFound) {
			return &project.Error{What: "cannot build for " + b.target.platform(), Why: "no program " + words[0] + " in PATH",
				Advice: "install the program; the template pack of the project builds the layer with it"}
		}
		if err != nil {
			return &project.Error{What: "the build for " + b.target.platform() + " failed", Why: words[0] + ": " + err.Error(), Advice: "the messages above are from this command, which the template pack of the project runs to build the layer"}
		}
	}
	content, err := os.ReadFile(values["lib"])
	if err != nil {
		return &project.Error{What: "the build commands of the template pack did not create the layer", Why: "{lib}: " + fsx.Reason(err),
			Advice: "a command under \"build:\" in pack.yaml must write the layer to the path that {lib} stands for"}
	}
	return os.WriteFile(whole, content, 0o777)
}

// commandValues returns the values of the placeholders in commands of a pack, with temporary files in work.
func commandValues(name string, t Target, work string) map[string]string {
	debug := "0"
	if t.Debug {
		debug = "1"
	}
	return map[string]string{"name": name, "target": t.Name, "debug": debug, "work": work, "lib": filepath.Join(work, "lib"+name+".so")}
}
