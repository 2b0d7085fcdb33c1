package layercmd

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/rules"
)

func Check(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "check FILE.so|FILE.apk|DIR",
		Long: `Looks at a layer, an APK, or all of both below a folder: entry points, exports, the libraries it needs,
segments for pages of 16 KiB, what Android's dynamic linker refuses; in APKs also manifest, packing and
signature; a second runtime of Go; ABIs that lack a layer. No device is needed.

A FILE.so is taken for a layer. An APK with neither code nor activities is one of layers, where every library
is one, but for those that others need. In other APKs and folders a library is a layer if it has an entry
point, or something like one, or a name like libGLES_*.so or lib*gllayer*.so; what else is there is the
app's own.
Of a project's folder, what is in build is looked at, without build/host.

Each finding is LEVEL: WHAT [ID], with why, and what to do; gleslayergen explain ID says more.
Exit code 4 if there is any error; warnings and notes alone leave it 0.`,
		Example: `  gleslayergen check build/arm64-v8a/libmine.so
  gleslayergen check layers.apk --android-api 31
  gleslayergen check . --sarif >check.sarif`,
		Args: ui.Args(1, 1, "FILE.so, FILE.apk or DIR"),
	}
	var options check.Options
	var sarif bool
	cmd.Flags().IntVar(&options.API, "android-api", rules.MinAPI, "the lowest API `LEVEL` that the layer is to work on")
	cmd.Flags().BoolVar(&sarif, "sarif", false, "report as SARIF 2.1.0, for code hosts")
	asJSON := ui.JsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case options.API < rules.MinAPI || options.API > maxAPI:
			return ui.Usage(fmt.Sprintf("--android-api %d", options.API), fmt.Sprintf("layers work on API %d to %d", rules.MinAPI, maxAPI), "for example: --android-api 31")
		case sarif && *asJSON:
			return ui.Usage("check", "--json and --sarif at once", "give one of them")
		}
		if !cmd.Flags().Changed("android-api") {
			options.API = 0 // nothing was asked for: an app may need more than layers do
		}
		report, err := check.Look(cmd.Context(), args[0], options)
		if err != nil {
			return checkError(args[0], err)
		}
		if sarif {
			err = e.PrintJSON(check.ToSARIF(report.Findings, e.Version))
		} else {
			err = printCheck(e, report, *asJSON)
		}
		if err != nil {
			return err
		}
		return endCheck(e, args[0], report)
	}
	return cmd
}

// maxAPI leaves room for releases that are not known yet.
const maxAPI = 99

func checkError(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ui.WithHint(fmt.Errorf("%s: there is no such file or folder", path), "gleslayergen build --abi arm64-v8a builds a layer, into build/arm64-v8a")
	}
	return err
}

// checkReport is check --json.
type checkReport struct {
	Schema   int             `json:"schema"`
	Errors   int             `json:"errors"`
	Warnings int             `json:"warnings"`
	Looked   []check.Looked  `json:"looked"`
	Findings []check.Finding `json:"findings"`
}

func newCheckReport(r *check.Report) checkReport {
	out := checkReport{1, 0, 0, append([]check.Looked{}, r.Looked...), append([]check.Finding{}, r.Findings...)}
	for _, f := range r.Findings {
		switch f.Severity {
		case check.Error:
			out.Errors++
		case check.Warning:
			out.Warnings++
		}
	}
	return out
}

// printCheck lists the findings by file, and what is the same for all of one rule only once for each.
func printCheck(e *ui.Env, r *check.Report, asJSON bool) error {
	if asJSON {
		return e.PrintJSON(newCheckReport(r))
	}
	at := ""
	for _, f := range r.Findings {
		if place := placeOf(f); place != at {
			e.Printf("%s\n", ui.OneLine(place))
			at = place
		}
		e.Printf("  %s: %s [%s]\n      why: %s\n      do:  %s\n", f.Severity, ui.OneLine(f.What), f.ID, f.Why, ui.OneLine(f.Remedy))
	}
	return nil
}

// placeOf is the file, and the entry of an APK.
func placeOf(f check.Finding) string {
	if f.Where == "" {
		return f.File
	}
	return f.File + ": " + f.Where
}

// endCheck sums up, and makes the exit code.
func endCheck(e *ui.Env, path string, r *check.Report) error {
	c := newCheckReport(r)
	layers := 0
	for _, at := range r.Looked {
		if at.Kind == check.Layer {
			layers++
		}
	}
	looked := fmt.Sprintf("%s: looked at %s", ui.OneLine(path), ui.Count(layers, "layer"))
	if c.Errors+c.Warnings == 0 {
		e.Notef("%s, nothing wrong", looked)
		return nil
	}
	e.Notef("%s: %s, %s; more: gleslayergen explain %s", looked, ui.Count(c.Errors, "error"), ui.Count(c.Warnings, "warning"), r.Findings[0].ID)
	if c.Errors > 0 {
		return ui.Quiet(ui.ExitFindings)
	}
	return nil
}

// CheckTopics are the explanations of the rules.
func CheckTopics() []ui.Topic {
	var all []ui.Topic
	for _, r := range check.Rules() {
		all = append(all, ui.NewTopic(r.ID, r.Title, r.Why+"\n\nWhat to do: "+r.Remedy+".", append([]string{}, r.See...)))
	}
	return all
}
