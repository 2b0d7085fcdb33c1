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
		Long: `A template pack defines which files a project has, and how each file is generated: from a template, by an
emitter (a generator that is part of gleslayergen), or as a copy of a file of the pack. To create a project
from a pack, use "gleslayergen new --template PACK". PACK is the name of a built-in pack, or the directory or
zip file of an external pack.

An external pack can also be in a Git repository. PACK is then git+https://HOST/REPOSITORY//DIR@VERSION;
instead of https://, it can contain ssh:// or file://. DIR is the directory of the pack; //DIR can be omitted.
VERSION is a tag, or the 40 digits of a commit. gleslayergen runs git to fetch the pack to your cache
directory. The commands "new", "template show", "template test" and "update --template" always fetch the pack.
The file gleslayer.lock records the commit and the SHA-256 of the pack. "update" without --template fetches the
pack only if this commit is not in the cache, or if "template" in gleslayer.yaml changed. If the tag then
points to another commit than gleslayer.lock records, "update" reports an error; to accept this commit, use
"update --template".

gleslayergen executes the templates of external packs in a separate process, with limits on time, memory, files
and bytes. Templates cannot run programs or open files. But the generated code runs when you build the project,
so use only packs that you trust.`,
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
