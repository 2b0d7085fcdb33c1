package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tasksFile is the part of .vscode/tasks.json that the test reads.
type tasksFile struct {
	Version string
	Tasks   []task
}

type task struct {
	Label, Type, Command, DependsOn string
	Args                            []string
}

// launchFile is the part of .vscode/launch.json that the test reads.
type launchFile struct {
	Version        string
	Configurations []struct {
		Name, Type, Mode, Program, PreLaunchTask string
		PipeTransport                            struct {
			PipeProgram, PipeCwd, DebuggerPath string
			PipeArgs                           []string
		}
		SetupCommands []struct{ Text string }
	}
	Inputs []struct{ ID, Type string }
}

// vscode creates a project with settings for the editor, and adds the program to PATH.
func vscode(t *testing.T) (dir string, tasks tasksFile, launch launchFile) {
	t.Helper()
	path := tool(t)
	t.Setenv("PATH", filepath.Dir(path)+string(os.PathListSeparator)+os.Getenv("PATH"))
	dir = filepath.Join(t.TempDir(), "a project")
	command(t, "", path, "new", "drawlog", "--vscode", "--passive", "--intercept", "eglChooseConfig", "--out", dir)
	readJSON(t, filepath.Join(dir, ".vscode", "tasks.json"), &tasks)
	readJSON(t, filepath.Join(dir, ".vscode", "launch.json"), &launch)
	var lock struct {
		Files []struct{ Path, Class string }
	}
	readJSON(t, filepath.Join(dir, "gleslayer.lock"), &lock)
	yours := 0
	for _, f := range lock.Files {
		if strings.HasPrefix(f.Path, ".vscode/") && f.Class == "yours" {
			yours++
		}
	}
	if yours != 2 {
		t.Errorf("the lock has %d files of the editor that are yours, expected 2", yours)
	}
	return dir, tasks, launch
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Each task does what its name says if it is run as the editor runs it.
func TestVSCodeTasks(t *testing.T) {
	dir, file, _ := vscode(t)
	t.Setenv("ANDROID_NDK_HOME", filepath.Join(dir, "none"))
	var labels []string
	for _, k := range file.Tasks {
		labels = append(labels, k.Label)
		if k.Type != "process" {
			t.Errorf("%s is a %s", k.Label, k.Type)
			continue
		}
		cmd := exec.Command(k.Command, k.Args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		lib := filepath.Join(dir, "build", "host", "libdrawlog.so")
		if k.Label == "build android" { // as far as possible without an NDK
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "ANDROID_NDK_HOME: no NDK at ") {
				t.Errorf("%s: %v\n%s", k.Label, err, out)
			}
			continue
		}
		if err != nil || strings.HasPrefix(k.Label, "build") && string(out) != lib+"\n" {
			t.Errorf("%s: %v\n%s", k.Label, err, out)
		}
	}
	if want := []string{"build", "build for debugging", "build android", "test", "go vet", "vet"}; !slices.Equal(labels, want) || file.Version != "2.0.0" {
		t.Errorf("tasks %q, version %q", labels, file.Version)
	}
	checkLikeMake(t, dir, file.Tasks)
}

// checkLikeMake compares the task vet and its dependencies with what make does.
func checkLikeMake(t *testing.T, dir string, tasks []task) {
	t.Helper()
	var lines string
	for label := "vet"; label != ""; {
		i := slices.IndexFunc(tasks, func(k task) bool { return k.Label == label })
		if i < 0 {
			t.Fatalf("there is no task %s", label)
		}
		lines = strings.Join(append([]string{tasks[i].Command}, tasks[i].Args...), " ") + "\n" + lines
		label = tasks[i].DependsOn
	}
	want := strings.ReplaceAll(command(t, dir, "make", "--no-print-directory", "-n", "vet"), `"`, "") // for a path with blanks
	if lines != want {
		t.Errorf("the task vet runs\n%smake vet runs\n%s", lines, want)
	}
}

// The editor's gdb configuration stops at a breakpoint in a hook. The editor runs the pipe program in the
// project's directory, appends gdb to its arguments, and sends the setup commands to gdb.
func TestVSCodeLaunch(t *testing.T) {
	dir, tasks, launch := vscode(t)
	if len(launch.Configurations) != 2 || launch.Version != "0.2.0" || len(launch.Inputs) != 1 || launch.Inputs[0].ID != "program" {
		t.Fatalf("%+v", launch)
	}
	if c := launch.Configurations[0]; c.Type != "go" || c.Mode != "test" || c.Program != "${workspaceFolder}" {
		t.Errorf("%+v", c)
	}
	c := launch.Configurations[1]
	before := slices.IndexFunc(tasks.Tasks, func(k task) bool { return k.Label == c.PreLaunchTask })
	if c.Type != "cppdbg" || c.Program != "${input:program}" || before < 0 || c.PipeTransport.PipeCwd != "${workspaceFolder}" {
		t.Fatalf("%+v", c)
	}
	command(t, dir, tasks.Tasks[before].Command, tasks.Tasks[before].Args...)
	setStage(t)
	cmd := exec.Command(c.PipeTransport.PipeProgram, append(c.PipeTransport.PipeArgs, c.PipeTransport.DebuggerPath, "--interpreter=mi", "-nx")...)
	var output bytes.Buffer
	for _, s := range c.SetupCommands {
		output.WriteString(s.Text + "\n")
	}
	output.WriteString("-file-exec-and-symbols " + stage.app + "\n-gdb-set mi-async off\n-break-insert -f " + hookLine(t, dir) +
		"\n-exec-run\n-stack-list-arguments 1 0 0\n-exec-continue\n-gdb-exit\n")
	cmd.Dir, cmd.Stdin = dir, &output
	cmd.Env = append(os.Environ(), "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", "LC_ALL=C", "DEBUGINFOD_URLS=")
	out := guarded(t, cmd)
	checkMatches(t, out, `^\*stopped,reason="breakpoint-hit".*func="main\.eglChooseConfig"`, `name="configSize",value="1"`, `pixel 255,128,64,255 ok`)
	if strings.Contains(out, "^error") {
		t.Errorf("gdb does not like a command:\n%s", out)
	}
}

// hookLine returns the first line of the hook in the editor's form.
func hookLine(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "hooks.go"))
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "\treturn next(") {
			return fmt.Sprintf(`"\"%s\":%d"`, filepath.Join(dir, "hooks.go"), n+1)
		}
	}
	t.Fatal("no hook")
	return ""
}
