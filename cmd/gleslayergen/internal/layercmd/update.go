package layercmd

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/show"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// updateFlags are the flags of update.
type updateFlags struct {
	check, diff, recover  bool
	add, drop, use, stub  []string
	template              string
	allowOlder, overwrite bool
	adopt, rename         bool
	json                  bool
	src                   *ui.RegistryFiles

	touched []project.AffectedCommand // by a change of the registry; nil if the registry is the same or unknown
}

func Update(e *ui.Env) *cobra.Command {
	f := &updateFlags{}
	cmd := &cobra.Command{
		Use: "update",
		Long: `Regenerates the files of the project whose names begin with zz_generated_, after a change to gleslayer.yaml, to
the registry, or to gleslayergen. The command removes generated files that are no longer needed, and does not
write files that stay the same. It writes stubs for newly intercepted functions to a new file, for example
hooks_2.go. It changes the code that you wrote only with --rename.

In projects from older versions of gleslayergen, Go code uses older names, such as gles.GlClearFunc. The
generated files still define these names, as deprecated aliases. --rename replaces the old names in your Go
files, and removes the aliases. It changes nothing else in your files.

If you edited a generated file, it is replaced only with --overwrite. If an update is interrupted, the next
gleslayergen command in the project finishes or undoes it.`,
		Example: `  gleslayergen update
  gleslayergen update --check
  gleslayergen update --add 'glDraw*' --drop glDrawArrays
  gleslayergen update --gl-xml gl.xml --egl-xml egl.xml`,
		Args: ui.Args(0, 0, ""),
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.check, "check", false, "list the generated files that are out of date, and exit with 3 if there are any; write nothing")
	flags.BoolVar(&f.diff, "diff", false, "print the changes as a unified diff; write nothing")
	flags.StringArrayVar(&f.add, "add", nil, "also intercept the functions that `PATTERN` matches (repeatable); the prefix \"go:\", \"c:\" or \"none:\" selects the kind of hook")
	flags.StringArrayVar(&f.drop, "drop", nil, "stop intercepting the functions that `PATTERN` matches (repeatable)")
	flags.StringArrayVar(&f.use, "use", nil, "let hooks call the function `NAME`; the layer does not intercept it (repeatable)")
	flags.StringArrayVar(&f.stub, "stub", nil, "write the stub of the hook for the function `NAME` again (repeatable)")
	flags.StringVar(&f.template, "template", "", "use the template `PACK` from now on, and store its name in gleslayer.yaml; git+URL@VERSION is always fetched again")
	flags.BoolVar(&f.allowOlder, "allow-older", false, "allow a registry that is older than the previous one")
	flags.BoolVar(&f.overwrite, "overwrite", false, "replace generated files that were edited")
	flags.BoolVar(&f.adopt, "adopt", false, "write gleslayer.lock again from the files of the project, if it is lost or damaged")
	flags.BoolVar(&f.rename, "rename", false, "replace old Go names such as gles.GlClearFunc in your files by the new names, and stop generating the old names")
	flags.BoolVar(&f.recover, "recover", false, "only finish or undo an interrupted update")
	f.src = ui.AddRegistryFlags(cmd)
	flags.Lookup("gl-xml").Usage = "read the registry of OpenGL ES from `FILE` from now on, and store the path in gleslayer.yaml"
	flags.Lookup("egl-xml").Usage = "read the registry of EGL from `FILE` from now on, and store the path in gleslayer.yaml"
	asJSON := ui.JSONFlag(cmd)
	_ = cmd.RegisterFlagCompletionFunc("template", completePacks)
	for _, name := range []string{"add", "drop", "use", "stub"} {
		_ = cmd.RegisterFlagCompletionFunc(name, ui.CompletePatterns)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		f.json = *asJSON
		if err := f.conflict(cmd); err != nil {
			return err
		}
		if f.recover {
			return runRecover(cmd.Context(), e)
		}
		return runUpdate(cmd.Context(), e, f)
	}
	return cmd
}

// conflict returns an error for flags that exclude each other.
func (f *updateFlags) conflict(cmd *cobra.Command) error {
	if f.check && f.diff {
		return ui.Usage("update", "both --check and --diff are given", "give one of them: --check lists files, --diff shows the changed lines")
	}
	if f.recover && cmd.Flags().NFlag() > 1 {
		return ui.Usage("update", "--recover cannot be combined with other flags", "run \"gleslayergen update --recover\" without other flags, then run update again")
	}
	if f.json && f.diff {
		return ui.Usage("update", "both --json and --diff are given", "leave out one of them; to list the changed files as JSON: gleslayergen update --check --json")
	}
	return nil
}

func runRecover(ctx context.Context, e *ui.Env) error {
	root, err := project.Find(".")
	if err != nil {
		return err
	}
	done, err := project.Recover(ctx, root)
	switch {
	case err != nil:
		return err
	case done == nil:
		e.Printf("nothing to recover: no update was interrupted here\n")
	default:
		e.Printf("%s\n", done)
	}
	return nil
}

func runUpdate(ctx context.Context, e *ui.Env, f *updateFlags) error {
	limitMemory()
	q, err := f.request(e.Version)
	if err != nil {
		return err
	}
	u, err := project.PlanUpdate(ctx, q)
	var problem *project.ProblemError
	if f.check && errors.As(err, &problem) {
		e.Notef("note: %s", problem.Problem)
		return ui.Quiet(ui.ExitStale)
	}
	if err != nil {
		return err
	}
	defer u.Close()
	if u.Recovered != nil {
		e.Notef("note: %s", u.Recovered)
	}
	for _, note := range u.Notes {
		e.Notef("note: %s", note)
	}
	if u.Chosen() {
		notes := planNotes(u.Plan())
		u.Notes = append(u.Notes, longNotes(notes)...)
		dir := "."
		if f.check || f.diff { // explain reads the project without the changes of this run
			dir = ""
		}
		printNotes(e, notes, dir)
	}
	for _, p := range u.Problems {
		e.Notef("note: %s", p)
	}
	printAffected(e, u.Root(), f.touched)
	changed, err := u.Signatures()
	if err != nil {
		return err
	}
	for _, s := range changed {
		e.Notef("note: %s", s)
	}
	if !f.check && !f.diff {
		if err := writeUpdate(ctx, e, u); err != nil {
			return err
		}
	}
	return printUpdate(e, f, u, changed)
}

// printAffected lists the commands of the project that a change of the registry affects.
func printAffected(e *ui.Env, root string, commands []project.AffectedCommand) {
	if commands == nil {
		return
	}
	e.Notef("note: the registry changed; this affects %s of the project", ui.Count(len(commands), "function"))
	show.Affected(e.Err, commands, ui.RelativeTo(root))
	if len(commands) > 0 {
		e.Notef("")
	}
}

func (f *updateFlags) request(tool string) (project.UpdateRequest, error) {
	q := project.UpdateRequest{Tool: tool, Add: f.add, Drop: f.drop, Use: f.use, Stub: f.stub, Adopt: f.adopt, AllowOlder: f.allowOlder, Overwrite: f.overwrite, Rename: f.rename,
		Fetch: true, TrustLock: !f.check && !f.diff, Load: ui.LoadFiles}
	q.Compare = func(before, after *registry.Registry, c *project.Config) error {
		touched, err := project.Affected(q.Root, c.OwnSets(), before, after, project.CommandRoles(c, before, after))
		f.touched = append([]project.AffectedCommand{}, touched...)
		return err
	}
	var err error
	if q.Root, err = project.Find("."); err != nil {
		return q, err
	}
	if q.Template = f.template; f.template != "" && !templates.IsGit(f.template) && !slices.Contains(templates.Builtin(), f.template) {
		if q.Template, err = fromDir(q.Root, f.template); err != nil {
			return q, err
		}
	}
	for from, to := range map[string]*string{f.src.Gl: &q.Registry.GL, f.src.Egl: &q.Registry.EGL} {
		if from == "" {
			continue
		}
		if *to, err = fromDir(q.Root, from); err != nil {
			return q, err
		}
	}
	return q, nil
}

// shownLines is the number of lines of an edited file's diff that are printed.
const shownLines = 24

func writeUpdate(ctx context.Context, e *ui.Env, u *project.Update) error {
	err := u.Write(ctx)
	var edited *project.EditedError
	if errors.As(err, &edited) {
		for _, c := range edited.Changes {
			lines := strings.SplitAfter(string(c.Diff()), "\n")
			e.Notef("%s", strings.TrimSuffix(strings.Join(lines[:min(shownLines, len(lines))], ""), "\n"))
			if len(lines) > shownLines {
				e.Notef("... and %s; to see all: gleslayergen update --diff", ui.Count(len(lines)-shownLines, "more line"))
			}
		}
	}
	return err
}

// updateReport is the JSON report of update.
type updateReport struct {
	Schema     int                       `json:"schema"`
	Dir        string                    `json:"dir"`
	Written    bool                      `json:"written"` // false with --check
	Changes    []changeReport            `json:"changes"`
	Signatures []signatureReport         `json:"signatures"`
	Touched    []project.AffectedCommand `json:"touched,omitempty"` // by a change of the registry
	Notes      []string                  `json:"notes"`
	Problems   []problemReport           `json:"problems,omitempty"` // mistakes that keep the project from building
}

type problemReport struct {
	At   string `json:"at"`
	Why  string `json:"why"`
	Hint string `json:"hint"`
}

type changeReport struct {
	Path   string `json:"path"`
	Change string `json:"change"` // new, changed, removed
	Edited bool   `json:"edited"` // the file was edited by hand
}

type signatureReport struct {
	Command string `json:"command"`
	Before  string `json:"before"`
	After   string `json:"after"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
}

func printUpdate(e *ui.Env, f *updateFlags, u *project.Update, changed []project.Signature) error {
	switch {
	case f.json:
		if err := e.PrintJSON(reportUpdate(f, u, changed)); err != nil {
			return err
		}
	case f.diff:
		for _, c := range u.Changes {
			e.Printf("%s", c.Diff())
		}
	case len(u.Changes) == 0 && len(u.Problems) > 0:
		e.Printf("the generated files are up to date\n")
	case len(u.Changes) == 0:
		e.Printf("up to date\n")
	default:
		for _, c := range u.Changes {
			e.Printf("%s\n", c)
		}
	}
	if f.check && len(u.Changes) > 0 {
		e.Notef("%s out of date; to regenerate: gleslayergen update", was(len(u.Changes), "file"))
	}
	if f.check && len(u.Changes)+len(u.Problems) > 0 {
		return ui.Quiet(ui.ExitStale)
	}
	return nil
}

func was(n int, what string) string {
	if n == 1 {
		return ui.Count(n, what) + " is"
	}
	return ui.Count(n, what) + " are"
}

func reportUpdate(f *updateFlags, u *project.Update, changed []project.Signature) updateReport {
	r := updateReport{Schema: 1, Dir: u.Root(), Written: !f.check, Changes: []changeReport{}, Signatures: []signatureReport{}, Touched: f.touched, Notes: append([]string{}, u.Notes...)}
	for _, c := range u.Changes {
		r.Changes = append(r.Changes, changeReport{c.Path, c.Kind(), c.Edited})
	}
	for _, p := range u.Problems {
		r.Problems = append(r.Problems, problemReport{p.At, p.Why, p.Advice})
	}
	for _, s := range changed {
		r.Signatures = append(r.Signatures, signatureReport{s.Command, s.Before, s.After, s.At.File, s.At.Line})
	}
	return r
}
