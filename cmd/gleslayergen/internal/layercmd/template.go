package layercmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

func Template(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "template",
		Long: `A template pack lists the files of a project and how each is generated: by a template, or by an emitter of
this tool. new --template takes the name of a built-in pack, or a directory or zip file with an external pack.

A pack can also be in a Git repository: git+https://HOST/REPOSITORY//DIR@VERSION, also with ssh:// and file://.
VERSION is a tag, or a commit with 40 digits. //DIR, the directory of the pack, can be omitted. The program
git fetches the pack to the cache directory of the user. new, template show, template test and
update --template always fetch it; update fetches it only if it is not in the cache. gleslayer.lock records
the commit and the SHA-256 of the files; if the tag names another commit later, update reports an error.

External packs are rendered in a separate process, with limits on time, memory, files and bytes; they can
neither run a program nor open a file. The code that a pack generates runs when you build the project.`,
	}
	cmd.AddCommand(templateListCmd(e), templateShowCmd(e), templateExportCmd(e), templateInitCmd(e), templateModelCmd(e), templateTestCmd(e))
	return cmd
}

// completePacks completes the names of built-in packs; other packs are files.
func completePacks(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	return ui.Prefixed("", templates.Builtin(), start), cobra.ShellCompDirectiveDefault
}

// printPack prints name, version and hash of an external pack.
func printPack(e *ui.Env, pack *templates.Pack) {
	if pack.Git != nil {
		e.Notef("template pack %s, version %s, sha256 %s, commit %s", pack.Name, pack.Version, pack.SHA256, pack.Git.Commit)
	} else if !pack.Builtin() {
		e.Notef("template pack %s, version %s, sha256 %s", pack.Name, pack.Version, pack.SHA256)
	}
}

// packReport describes a pack in template list --json and template show --json.
type packReport struct {
	Name        string           `json:"name"`
	Version     string           `json:"version"`
	Description string           `json:"description"`
	Model       int              `json:"model"`
	Builtin     bool             `json:"builtin"`
	SHA256      string           `json:"sha256"`
	Git         *templates.Git   `json:"git,omitempty"`
	Hooks       []string         `json:"hooks"`
	Partials    []string         `json:"partials,omitempty"`
	Files       []packFileReport `json:"files,omitempty"`
}

type packFileReport struct {
	Path     string `json:"path"`
	Class    string `json:"class"`
	When     string `json:"when,omitempty"`
	Template string `json:"template,omitempty"`
	Emit     string `json:"emit,omitempty"`
	File     string `json:"file,omitempty"`
}

func reportPack(p *templates.Pack) packReport {
	return packReport{Name: p.Name, Version: p.Version, Description: p.Description, Model: p.Model, Builtin: p.Builtin(),
		SHA256: p.SHA256, Git: p.Git, Hooks: p.Hooks, Partials: p.Partials}
}

// packsReport is the JSON report of template list.
type packsReport struct {
	Schema int          `json:"schema"`
	Packs  []packReport `json:"packs"`
}

func templateListCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the built-in template packs",
		Args:  ui.Args(0, 0, ""),
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(*cobra.Command, []string) error {
		report := packsReport{Schema: 1}
		var rows [][]string
		for _, name := range templates.Builtin() {
			pack, err := pack.Open(name)
			if err != nil {
				return err
			}
			report.Packs = append(report.Packs, reportPack(pack))
			rows = append(rows, []string{pack.Name, pack.Description})
		}
		if *asJSON {
			return e.PrintJSON(report)
		}
		ui.Table(e.Out, "", rows)
		return nil
	}
	return cmd
}
