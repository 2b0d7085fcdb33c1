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

// traceTarget says which processes of this machine are meant.
type traceTarget struct {
	pid  int
	name string
}

func (t *traceTarget) add(cmd *cobra.Command) {
	cmd.Flags().IntVar(&t.pid, "pid", 0, "the process of this machine with this `NUMBER`")
	cmd.Flags().StringVar(&t.name, "name", "", "the processes of this machine whose names begin with `PREFIX`")
}

// check wants just one of --pid, --name and --app.
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
		return ui.Usage(verb, "it is not said which process", "--pid NUMBER, --name PREFIX, or --app PACKAGE; gleslayergen trace status lists those that can be recorded")
	case given > 1:
		return ui.Usage(verb, "more than one of --pid, --name and --app", "one of them at a time")
	case cmd.Flags().Changed("pid") && t.pid <= 0:
		return ui.Usage(verb, fmt.Sprintf("--pid %d is no number of a process", t.pid), "gleslayergen trace status lists those that can be recorded")
	case cmd.Flags().Changed("name") && t.name == "":
		return ui.Usage(verb, "--name is empty", "the beginning of a process's name")
	}
	return nil
}

// want chooses among recorders.
func (t *traceTarget) want() func(link.Registration) bool {
	if t.pid != 0 {
		return record.ByPID(t.pid)
	}
	return record.ByName(t.name)
}

// recorders are where recorders of this machine register, and of those the ones that are meant.
func recorders(ctx context.Context, e *ui.Env, t *traceTarget) (*record.Local, []link.Registration, error) {
	folder, err := recorderFolder()
	if err != nil {
		return nil, nil, err
	}
	from := &record.Local{Folder: folder, Match: t.want(), OnRefused: func(r link.Refused) { warnRefused(e, r) }}
	found, err := from.Find(ctx)
	return from, found, err
}

// recorderFolder is where recorders of this machine register.
func recorderFolder() (string, error) {
	folder, err := link.Folder(os.Getenv)
	if errors.Is(err, link.ErrNoFolder) {
		err = ui.WithHint(err, "set XDG_RUNTIME_DIR or HOME to what the program had when it was started")
	}
	return folder, err
}

func warnRefused(e *ui.Env, r link.Refused) {
	e.Warnf("recorder %s is not believed: %v", r.Name, r.Err)
}

// serve lets other runs of this tool ask about a session, until what it gives was called.
func serve(e *ui.Env, s *record.Session) (stop func()) {
	folder, _ := link.Folder(os.Getenv)
	stop, err := s.Serve(folder)
	if err != nil {
		warnNoControl(e, err)
	}
	return stop
}

func warnNoControl(e *ui.Env, err error) {
	e.Warnf("trace stop and trace status will not reach this recording: %v", err)
}

// activeRecordings are the recordings that this user's runs of the tool make now.
func activeRecordings(ctx context.Context) []record.Status {
	folder, err := link.Folder(os.Getenv)
	if err != nil {
		return nil
	}
	var list []record.Status
	for _, a := range record.QueryReceivers(ctx, folder, record.Request{Command: "status"}) {
		list = append(list, a.Recordings...)
	}
	return list
}

// unrecordable is why a process cannot be recorded as it runs.
func (t *traceTarget) unrecordable() error {
	if t.pid == 0 {
		return &notRecorded{fmt.Sprintf("no process that begins with %q has the trace layer", t.name),
			"start it with the layer: gleslayergen trace record -- PROGRAM; a layer cannot be put into a program that runs already"}
	}
	what := fmt.Sprintf("process %d", t.pid)
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", t.pid))
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", t.pid))
	again := "end it, and start it with the layer: gleslayergen trace record -- " + commandLine(line)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return &notRecorded{what + " does not run", "gleslayergen trace status lists those that can be recorded"}
	case err != nil:
		return &notRecorded{what + " is not yours", "do this as the user that it runs as"}
	case !strings.Contains(string(maps), "libEGL"):
		return &notRecorded{what + " was started without the trace layer, and has not loaded EGL", again}
	case !strings.Contains(string(maps), layercmd.TraceLayerName):
		return &notRecorded{what + " was started without the trace layer, and none can be put into it as it runs", again}
	}
	return &notRecorded{what + " has the trace layer, but its recorder cannot be found", "it may register in another folder: set XDG_RUNTIME_DIR and HOME to what it was started with"}
}

// commandLine is how a process was started, in words of a shell.
func commandLine(line []byte) string {
	var words []string
	for word := range strings.SplitSeq(strings.TrimRight(string(line), "\x00"), "\x00") {
		if words = append(words, word); strings.ContainsAny(word, " '\"\\$`*?[]{}()<>|&;~#!\n\t") || word == "" {
			words[len(words)-1] = ui.ShellQuote(word)
		}
	}
	return strings.Join(words, " ")
}
