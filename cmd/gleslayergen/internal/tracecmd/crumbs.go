package tracecmd

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/crumbs"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// crumbsFlags are the flags of trace crumbs.
type crumbsFlags struct {
	last   int
	thread string
	json   bool
}

func crumbsCmd(e *ui.Env) *cobra.Command {
	f := &crumbsFlags{}
	cmd := &cobra.Command{
		Use:   "crumbs FILE",
		Short: "Print the last calls before a crash",
		Long: `Prints the last calls of each thread from a file of the module breadcrumbs, with the number of each call in its
thread and the number of frames that were complete. A call that did not return is marked: the process ended
during this call, or in code that the call ran.

A layer writes such a file if it has the module ("gleslayergen new --with breadcrumbs") and the setting
breadcrumbs.on is 1. The file survives the process, however it ends. You can also read the file of a running
process. The layer logs the path of the file.

The file contains the names of the functions and parameters. Enums are printed by name.`,
		Example: `  gleslayergen trace crumbs ~/.local/state/gleslayergen/watch-1795907741123-4711.crumbs
  gleslayergen trace crumbs watch-1795907741123-4711.crumbs --thread RenderThread --last 100 --json`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeCrumbs,
		RunE:              func(_ *cobra.Command, args []string) error { return traceCrumbs(e, f, args[0]) },
	}
	cmd.Flags().IntVar(&f.last, "last", 20, "print the last `N` calls of each thread; 0 for all. Older calls that did not return are printed, too")
	cmd.Flags().StringVar(&f.thread, "thread", "", "print only the thread with this ID or name")
	cmd.Flags().BoolVar(&f.json, "json", false, "report as JSON")
	return cmd
}

// completeCrumbs completes the first argument, a file of the module.
func completeCrumbs(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"crumbs"}, cobra.ShellCompDirectiveFilterFileExt
}

// crumbsReport is the JSON report of trace crumbs.
type crumbsReport struct {
	Schema int `json:"schema"`
	*crumbs.Report
}

// crumbsHint says how to get a file.
const crumbsHint = "give a file of a layer with the module breadcrumbs (NAME-TIME-PID.crumbs); the layer logs its path, and " +
	"\"gleslayergen explain set-breadcrumbs\" says where it is"

// maxCrumbs is the maximum size of a file: more than that of the layer.
const maxCrumbs = 256 << 20

func traceCrumbs(e *ui.Env, flags *crumbsFlags, path string) error {
	if flags.last < 0 {
		return ui.Usage(fmt.Sprintf("--last %d", flags.last), "a negative number of calls", "give the number of calls, or 0 for all")
	}
	f, format, err := readCrumbs(path)
	if err != nil {
		return err
	}
	r := f.Report(format, flags.last, flags.thread)
	if flags.thread != "" && len(r.Threads) == 0 {
		return noThread(f, flags.thread)
	}
	if flags.json {
		return e.PrintJSON(crumbsReport{1, r})
	}
	printCrumbs(e, r)
	return nil
}

func printCrumbs(e *ui.Env, r *crumbs.Report) {
	e.Printf("%s", ui.Escape(r.Text()))
	if r.Refused > 0 {
		e.Notef("note: %s not recorded, because all rings of the file were in use", ui.Count(r.Refused, "thread"))
	}
}

// readCrumbs reads a file of the module, and returns how its calls are formatted.
func readCrumbs(path string) (*crumbs.File, *crumbs.Formatter, error) {
	size, err := sizeOf(path)
	if err != nil {
		return nil, nil, ui.WithHint(err, crumbsHint)
	}
	if size > maxCrumbs {
		return nil, nil, ui.WithHint(fmt.Errorf("%s: %w", path, crumbs.ErrMagic), crumbsHint)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, ui.WithHint(fmt.Errorf("%s: %w", path, ui.WithoutPath(err)), crumbsHint)
	}
	f, err := crumbs.Read(data)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
		if errors.Is(err, crumbs.ErrMagic) {
			err = ui.WithHint(err, crumbsHint)
		}
		return nil, nil, err
	}
	definitions, err := recorder.Definitions()
	if err != nil {
		return nil, nil, err
	}
	return f, crumbs.NewFormatter(definitions), nil
}

// noThread lists the threads that a file has.
func noThread(f *crumbs.File, wanted string) error {
	list := ""
	for _, t := range f.Threads {
		list += fmt.Sprintf(" %d (%s)", t.ID, ui.OneLine(t.Name))
	}
	return ui.Usage("--thread "+ui.OneLine(wanted), "the file has no such thread", "its threads are"+list)
}
