package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// traceTarget selects processes of this machine.
type traceTarget struct {
	pid  int
	name string
}

func (t *traceTarget) add(cmd *cobra.Command) {
	cmd.Flags().IntVar(&t.pid, "pid", 0, "select the process with the ID `NUMBER` on this machine")
	cmd.Flags().StringVar(&t.name, "name", "", "select the processes on this machine whose names start with `PREFIX`")
}

// check fails unless exactly one of --pid, --name and --app is given.
func (t *traceTarget) check(cmd *cobra.Command, app string) error {
	given := 0
	for _, name := range []string{"pid", "name", "app"} {
		if cmd.Flags().Changed(name) {
			given++
		}
	}
	verb := ui.CommandName(cmd)
	switch {
	case given == 0:
		return ui.Usage(verb, "none of --pid, --name and --app is given", "give --pid NUMBER, --name PREFIX or --app PACKAGE; to list the processes that can be recorded: gleslayergen trace status")
	case given > 1:
		return ui.Usage(verb, "more than one of --pid, --name and --app is given", "give only one of these flags")
	case cmd.Flags().Changed("pid") && t.pid <= 0:
		return ui.Usage(verb, fmt.Sprintf("--pid %d: not a process ID", t.pid), "to list the processes that can be recorded: gleslayergen trace status")
	case cmd.Flags().Changed("name") && t.name == "":
		return ui.Usage(verb, "--name is empty", "give the first letters of a process name, for example: --name game")
	}
	return nil
}

// match returns the condition that selects recorders.
func (t *traceTarget) match() func(link.Registration) bool {
	if t.pid != 0 {
		return record.ByPID(t.pid)
	}
	return record.ByName(t.name)
}

// recorders returns the source of recorders of this machine, and those that the flags select.
func recorders(ctx context.Context, e *ui.Env, t *traceTarget) (*record.Local, []link.Registration, error) {
	dir, err := recorderDir()
	if err != nil {
		return nil, nil, err
	}
	from := &record.Local{Dir: dir, Match: t.match(), OnRefused: func(r link.Refused) { warnRefused(e, r) }}
	found, err := from.Find(ctx)
	return from, found, err
}

// recorderDir returns the directory in which recorders of this machine register.
func recorderDir() (string, error) {
	dir, err := link.Dir(os.Getenv)
	if errors.Is(err, link.ErrNoDir) {
		err = ui.WithHint(err, "set GLTRACE_FOLDER, XDG_RUNTIME_DIR or HOME to the same value as in the environment of the recorded program")
	}
	return dir, err
}

func warnRefused(e *ui.Env, r link.Refused) {
	e.Warnf("the trace layer of process %s is ignored: its registration file was rejected: %v", r.Name, r.Err)
}

// serve lets other runs of this tool query a session until stop is called.
func serve(e *ui.Env, s *record.Session) (stop func()) {
	dir, _ := link.Dir(os.Getenv)
	stop, err := s.Serve(dir)
	if err != nil {
		warnNoControl(e, err)
	}
	return stop
}

func warnNoControl(e *ui.Env, err error) {
	e.Warnf("\"trace stop\" and \"trace status\" cannot access this recording: %v", err)
}

// activeRecordings returns the current recordings by this user's runs of the tool.
func activeRecordings(ctx context.Context) []record.Status {
	dir, err := link.Dir(os.Getenv)
	if err != nil {
		return nil
	}
	var list []record.Status
	for _, a := range record.QueryReceivers(ctx, dir, record.Request{Command: "status"}) {
		list = append(list, a.Recordings...)
	}
	return list
}

// unrecordable returns the error of a process that cannot be recorded.
func (t *traceTarget) unrecordable() error {
	if t.pid == 0 {
		return &notRecorded{fmt.Sprintf("no process with the trace layer has a name that starts with %q", t.name),
			"to start the program with the layer: gleslayergen trace record -- PROGRAM; a program that is already running cannot load the layer"}
	}
	what := fmt.Sprintf("process %d", t.pid)
	dir, _ := link.Dir(os.Getenv) // recorderDir has succeeded
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", t.pid))
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", t.pid))
	again := "if the program was started without the layer, end it, and start it with: gleslayergen trace record -- " + commandLine(line)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return &notRecorded{what + " does not exist", "to list the processes that can be recorded: gleslayergen trace status"}
	case err != nil:
		return &notRecorded{what + " belongs to another user", "run this command as that user"}
	case !strings.Contains(string(maps), "libEGL"):
		return &notRecorded{what + " has not loaded EGL, so it runs without the trace layer", again}
	case !strings.Contains(string(maps), layercmd.TraceLayerName):
		return &notRecorded{what + " runs without the trace layer: a program loads layers only at its first EGL call", again}
	}
	return &notRecorded{what + " has loaded the trace layer, but did not register in the directory " + dir, "the process may have registered in another directory: set GLTRACE_FOLDER, XDG_RUNTIME_DIR and HOME to the same values as in the environment of the program"}
}

// commandLine returns the command line of a process, quoted for a shell.
func commandLine(line []byte) string {
	var words []string
	for word := range strings.SplitSeq(strings.TrimRight(string(line), "\x00"), "\x00") {
		if words = append(words, word); strings.ContainsAny(word, " '\"\\$`*?[]{}()<>|&;~#!\n\t") || word == "" {
			words[len(words)-1] = ui.ShellQuote(word)
		}
	}
	return strings.Join(words, " ")
}
