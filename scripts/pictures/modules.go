package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// moduleFiles are the program of the pictures of modules, and the hooks that call functions of modules.
//
//go:embed modules
var moduleFiles embed.FS

// modulePicture is the picture of a module: commands with their output, in a terminal.
type modulePicture struct {
	module    string
	intercept string   // with hooks: the functions that the layer intercepts
	active    bool     // with hooks: the layer has a function for its initialization
	commands  []string // each runs in a shell
}

// modulePictures are the pictures of the modules that show text. A command has a limit of lines in itself, such as head, so that the
// picture shows what a user gets.
var modulePictures = []modulePicture{
	{module: "log", commands: []string{"gleslayergen run --modules log -- ./game --frames 1 2>&1 | sed -n '/glCreateProgram/,/glUseProgram/p;/Swap/p'"}},
	{module: "errors", commands: []string{"gleslayergen run --modules errors -- ./game"}},
	{module: "frames", commands: []string{"gleslayergen run --modules frames -- ./game --frames 400"}},
	{module: "calls", commands: []string{"gleslayergen run --modules calls -- ./game"}},
	{module: "atrace", commands: []string{"gleslayergen run --modules atrace -- ./game --traced | head -n 16"}},
	{module: "breadcrumbs", commands: []string{
		"gleslayergen run --modules breadcrumbs --set breadcrumbs.directory=$PWD -- ./game --crash",
		"gleslayergen trace crumbs glmodules-*.crumbs --last 6"}},
	{module: "gputime", commands: []string{"gleslayergen run --modules gputime -- ./game --frames 150"}},
	{module: "memory", commands: []string{"gleslayergen run --modules memory -- ./game"}},
	{module: "explain", commands: []string{"gleslayergen run --modules explain --set errors.stack=0 -- ./game"}},
	{module: "inject", commands: []string{"gleslayergen run --modules inject --set inject.faults=out_of_memory,compile,incomplete --set inject.rate=2 -- ./game"}},
	{module: "profile", commands: []string{"gleslayergen run --profile es-3.0-minimum.profile -- ./game"}},
	{module: "extensions", intercept: "eglInitialize", active: true, commands: []string{"../game", "gleslayergen run -- ../game"}},
	{module: "contexts", intercept: "glLinkProgram", commands: []string{"gleslayergen run -- ../game"}},
	{module: "shaders", intercept: "glUseProgram", commands: []string{"gleslayergen run -- ../game"}},
	{module: "objects", intercept: "glBindTexture,glBindBuffer", commands: []string{"gleslayergen run -- ../game --frames 2"}},
	{module: "raise", intercept: "glTexStorage2D", commands: []string{"gleslayergen run -- ../game"}},
}

// drawModules runs the commands of modules over Mesa, and writes their pictures to docs. Without names it does so for all modules.
func drawModules(ctx context.Context, docs string, names []string) error {
	studio, err := openStudio(ctx)
	if err != nil {
		return err
	}
	defer studio.close()
	known := []string{"screenshot"}
	for _, p := range modulePictures {
		known = append(known, p.module)
		if len(names) > 0 && !slices.Contains(names, p.module) {
			continue
		}
		lines, err := studio.lines(ctx, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.module, err)
		}
		text := terminalPicture{title: "A terminal: output of a program with the module " + p.module, lines: lines}.draw()
		if err := os.WriteFile(filepath.Join(docs, p.module+".svg"), []byte(text), 0o666); err != nil {
			return err
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("no picture of a module %q: use one of %s", name, strings.Join(known, ", "))
		}
	}
	if len(names) > 0 && !slices.Contains(names, "screenshot") {
		return nil
	}
	return studio.screenshot(ctx, filepath.Join(docs, "screenshot.png"))
}

// studio is a temporary directory in which the commands of the pictures run.
type studio struct {
	dir string
	env []string
}

// openStudio builds gleslayergen and the program.
func openStudio(ctx context.Context) (*studio, error) {
	dir, err := os.MkdirTemp("", "gleslayergen-pictures-")
	if err != nil {
		return nil, err
	}
	s := &studio{dir: dir, env: append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"),
		"EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))}
	source, err := moduleFiles.ReadFile("modules/game.c")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "game.c"), source, 0o666)
	}
	profile := "es-3.0-minimum.profile"
	if text, failed := os.ReadFile(filepath.Join("examples", "profiles", profile)); failed != nil {
		err = errors.Join(err, fmt.Errorf("run this command in the root of the repository: %w", failed))
	} else {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, profile), text, 0o666))
	}
	if err == nil {
		err = run(exec.CommandContext(ctx, "go", "build", "-o", dir+string(filepath.Separator), "./cmd/gleslayergen"))
	}
	if err == nil {
		_, err = s.output(ctx, dir, "cc -O2 -g -Wall -Wextra -rdynamic -o game game.c -lEGL -lGLESv2 -lm")
	}
	if err == nil {
		_, err = s.output(ctx, dir, "gleslayergen run --modules log -- true") // builds the layer with all modules
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *studio) close() { _ = os.RemoveAll(s.dir) }

// run runs a command, whose error has its output.
func run(cmd *exec.Cmd) error {
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return nil
}

// output runs a command in a shell. A program of a picture may fail, such as one that crashes.
func (s *studio) output(ctx context.Context, dir, command string) (string, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Dir, cmd.Env = dir, s.env
	out, err := cmd.CombinedOutput()
	if err != nil && errors.As(err, new(*exec.ExitError)) && cmd.ProcessState.ExitCode() != 127 && strings.Contains(string(out), "game: ") {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", command, err, out)
	}
	return string(out), err
}

// lines returns the lines of a picture.
func (s *studio) lines(ctx context.Context, p modulePicture) ([]terminalLine, error) {
	var lines []terminalLine
	dir := s.dir
	if p.intercept != "" {
		var err error
		if lines, err = s.layer(ctx, p); err != nil {
			return nil, err
		}
		dir = filepath.Join(s.dir, p.module)
	}
	for _, command := range p.commands {
		out, err := s.output(ctx, dir, command)
		if err != nil {
			return nil, err
		}
		lines = append(lines, wrapped("command", "$ "+command)...)
		for text := range strings.Lines(out) {
			text = strings.TrimSuffix(strings.ReplaceAll(text, s.dir+string(filepath.Separator), ""), "\n")
			if strings.HasPrefix(text, "gleslayergen: ") || strings.HasPrefix(text, "hint: ") {
				continue // the summary of run, which is the same for all modules
			}
			class := "output"
			if strings.HasPrefix(text, "game: ") {
				class = "heading"
			}
			lines = append(lines, wrapped(class, text)...)
		}
	}
	return lines, nil
}

// layer builds the layer of a module that hooks use, and returns the lines that show them.
func (s *studio) layer(ctx context.Context, p modulePicture) ([]terminalLine, error) {
	hooks, err := moduleFiles.ReadFile("modules/" + p.module + ".c")
	if err != nil {
		return nil, err
	}
	kind := "--passive"
	if p.active {
		kind = "--active"
	}
	command := fmt.Sprintf("gleslayergen new %s %s --template c --hooks c --with %[1]s --intercept %[3]s", p.module, kind, p.intercept)
	if _, err := s.output(ctx, s.dir, command); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(s.dir, p.module, "src", "hooks.c"), hooks, 0o666); err != nil {
		return nil, err
	}
	if _, err := s.output(ctx, filepath.Join(s.dir, p.module), "make layer"); err != nil {
		return nil, err
	}
	lines := append(wrapped("command", "$ "+command), terminalLine{"command", "$ cd " + p.module + " && cat src/hooks.c"})
	for text := range strings.Lines(string(hooks)) {
		lines = append(lines, wrapped("code", strings.TrimSuffix(text, "\n"))...)
	}
	return append(lines, terminalLine{"command", "$ make layer"}), nil
}

// screenshot writes a frame of the program with the module screenshot.
func (s *studio) screenshot(ctx context.Context, to string) error {
	dir := filepath.Join(s.dir, "frames")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	if _, err := s.output(ctx, s.dir, "gleslayergen run --modules screenshot --set screenshot.frame=20 --set screenshot.directory="+dir+" -- ./game --frames 30"); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil || len(files) != 1 {
		return fmt.Errorf("screenshot: the module wrote %d files, not 1", len(files))
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}
