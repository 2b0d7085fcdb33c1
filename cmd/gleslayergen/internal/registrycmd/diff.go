package registrycmd

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/show"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

func diffCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "List the differences between two registries, and the hooks that they affect",
		Long: `List what was added (+), removed (-) or changed (~) between two registries: versions, extensions, commands,
types, enums and enum groups. For commands, changes of aliases and of parameters are listed too.

OLD and NEW are two of these registries:

    builtin           the registry that is built into gleslayergen
    DIR               the files gl.xml and egl.xml in a directory
    GL.XML,EGL.XML    the two files, separated by a comma
    FILE              a snapshot that "registry import" wrote

gleslayergen applies its corrections of the Khronos files to both registries before it compares them.

With --project, only changes of commands that the project intercepts or uses are listed, with the file and the
line of each hook. If a signature changed, the old and the new signature are printed.`,
		Example: `  gleslayergen registry diff builtin khronos
  gleslayergen registry diff old/gl.xml,old/egl.xml builtin --json
  gleslayergen registry diff builtin khronos --project .`,
		Args:              ui.Args(2, 2, "OLD or NEW"),
		ValidArgsFunction: completeRegistry,
	}
	dir := cmd.Flags().String("project", "", "list only the changes that affect the project in `DIR`")
	cmd.MarkFlagDirname("project")
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		old, new, err := twoRegistries(args[0], args[1])
		if err != nil {
			return err
		}
		report := compare(old, new)
		if *dir != "" {
			if err := report.concern(*dir, old, new); err != nil {
				return err
			}
		}
		if *asJSON {
			return e.PrintJSON(report)
		}
		printDiff(e, report)
		return nil
	}
	return cmd
}

// diffReport is the JSON report of registry diff.
type diffReport struct {
	Schema  int               `json:"schema"`
	Old     []Source          `json:"old"`    // the older registry files
	New     []Source          `json:"new"`    // the newer registry files
	Counts  []registry.Tally  `json:"counts"` // changes by kind
	Changes []registry.Change `json:"changes"`
	Project *projectReport    `json:"project,omitempty"`
}

type projectReport struct {
	Root     string                    `json:"root"`
	Commands []project.AffectedCommand `json:"commands"`
}

// twoRegistries reads both registries at the same time.
func twoRegistries(old, new string) (*registry.Registry, *registry.Registry, error) {
	var read [2]*registry.Registry
	var errs [2]error
	var wg recovery.Group
	for i, name := range []string{old, new} {
		wg.Go(func() { read[i], errs[i] = namedRegistry(name) })
	}
	wg.Wait()
	return read[0], read[1], errors.Join(errs[:]...)
}

func namedRegistry(name string) (*registry.Registry, error) {
	opened, err := registry.Open(name)
	if err != nil {
		return nil, err
	}
	return opened.Registry()
}

func compare(old, new *registry.Registry) *diffReport {
	changes := append([]registry.Change{}, registry.Diff(old, new)...)
	return &diffReport{Schema: 1, Old: sourcesOf(old), New: sourcesOf(new), Counts: registry.Count(changes), Changes: changes}
}

func sourcesOf(r *registry.Registry) []Source {
	list := []Source{}
	for _, s := range r.Sources {
		list = append(list, Source(s))
	}
	return list
}

// concern adds the commands of a project that the changes affect.
func (d *diffReport) concern(dir string, old, new *registry.Registry) error {
	root, err := project.Find(dir)
	if err != nil {
		return err
	}
	config, err := project.Load(root)
	if err != nil {
		return err
	}
	commands, err := project.Affected(root, config.OwnSets(), old, new, project.CommandRoles(config, old, new))
	d.Project = &projectReport{root, append([]project.AffectedCommand{}, commands...)}
	return err
}

func printDiff(e *ui.Env, d *diffReport) {
	e.Printf("%s -> %s\n\n", describeSources(d.Old), describeSources(d.New))
	show.Tally(e.Out, d.Counts)
	if d.Project == nil {
		show.Changes(e.Out, d.Changes)
		return
	}
	e.Printf("\n%s affected in %s\n", ui.Count(len(d.Project.Commands), "command"), ui.RelPath(d.Project.Root))
	show.Affected(e.Out, d.Project.Commands, ui.RelativeTo(d.Project.Root))
}

func describeSources(list []Source) string {
	var sources []registry.Source
	for _, s := range list {
		sources = append(sources, registry.Source(s))
	}
	return show.Sources(sources)
}

// completeRegistry completes the name of a registry: builtin, or a file.
func completeRegistry(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{registry.BuiltinName}, cobra.ShellCompDirectiveDefault
}

type Source struct {
	Name   string `json:"name"`
	Date   string `json:"date"`
	SHA256 string `json:"sha256"`
}
