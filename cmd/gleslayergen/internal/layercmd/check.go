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
		Use: "check FILE.so|FILE.apk|FILE.aar|DIR",
		Long: `Checks a layer, an APK, an Android library (AAR), or all such files in a directory, without a device. It
checks the entry points, exports and required libraries of each layer, the alignment of its segments for
16 KiB pages, and everything else for which Android's dynamic linker could reject the layer. It also reports
two libraries with a Go runtime, and ABIs that lack a layer. In an APK, it also checks the
manifest, the packing of the files, and the signature. In an Android library, it checks the layers in jni.

FILE.so is always checked as a layer. In archives and directories, these rules decide which libraries are
layers:

- In an APK that has neither code nor activities, and is not a split APK, every library is a layer, except
  libraries that other libraries need.
- In other APKs, in Android libraries and in directories, a library is a layer if it has an entry point of a
  layer, if it has a symbol with a similar name, or if its file name is typical of layers, such as
  libGLES_mine.so or libgllayer.so. All other libraries are taken to be libraries of the app.

If DIR is a project, only the files in DIR/build are checked, without those in DIR/build/host.

A finding is printed as LEVEL: WHAT [ID], with the reason and what to do. To read more about it, run
gleslayergen explain ID. The exit code is 4 if there is an error. Warnings and notes do not change the exit
code.`,
		Example: `  gleslayergen check build/arm64-v8a/libmine.so
  gleslayergen check layers.apk --android-api 31
  gleslayergen check . --sarif >check.sarif`,
		Args: ui.Args(1, 1, "FILE.so, FILE.apk, FILE.aar or DIR"),
	}
	var options check.Options
	var sarif bool
	cmd.Flags().IntVar(&options.API, "android-api", rules.MinAPI, "the lowest Android API `LEVEL` that the layer must support")
	cmd.Flags().BoolVar(&sarif, "sarif", false, "report as SARIF 2.1.0, a format that code hosting sites can display")
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case options.API < rules.MinAPI || options.API > maxAPI:
			return ui.Usage(fmt.Sprintf("--android-api %d", options.API), fmt.Sprintf("the API level must be between %d and %d", rules.MinAPI, maxAPI), "for example: --android-api 31")
		case sarif && *asJSON:
			return ui.Usage("check", "both --json and --sarif are given", "give only one of the two flags")
		}
		if !cmd.Flags().Changed("android-api") {
			options.API = 0 // without the flag, the API level of the app counts, which may be higher
		}
		report, err := check.Scan(cmd.Context(), args[0], options)
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

// maxAPI allows releases that are not known yet.
const maxAPI = 99

func checkError(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ui.WithHint(fmt.Errorf("%s: no such file or directory", path), "to build a layer into build/arm64-v8a: gleslayergen build --abi arm64-v8a")
	}
	return err
}

// checkReport is the JSON report of check.
type checkReport struct {
	Schema   int             `json:"schema"`
	Errors   int             `json:"errors"`
	Warnings int             `json:"warnings"`
	Looked   []check.Checked `json:"looked"` // the libraries that were checked
	Findings []check.Finding `json:"findings"`
}

func newCheckReport(r *check.Report) checkReport {
	out := checkReport{1, 0, 0, append([]check.Checked{}, r.Checked...), append([]check.Finding{}, r.Findings...)}
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

// printCheck lists the findings by file.
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

// placeOf returns the file of a finding, with the entry in an APK or AAR.
func placeOf(f check.Finding) string {
	if f.Where == "" {
		return f.File
	}
	return f.File + ": " + f.Where
}

// endCheck prints the summary and returns the exit code.
func endCheck(e *ui.Env, path string, r *check.Report) error {
	c := newCheckReport(r)
	layers := 0
	for _, at := range r.Checked {
		if at.Kind == check.Layer {
			layers++
		}
	}
	looked := fmt.Sprintf("%s: checked %s", ui.OneLine(path), ui.Count(layers, "layer"))
	if c.Errors+c.Warnings == 0 {
		e.Notef("%s, no findings", looked)
		return nil
	}
	e.Notef("%s: %s, %s; for more: gleslayergen explain %s", looked, ui.Count(c.Errors, "error"), ui.Count(c.Warnings, "warning"), r.Findings[0].ID)
	if c.Errors > 0 {
		return ui.Quiet(ui.ExitFindings)
	}
	return nil
}

// CheckTopics returns the explanations of the rules.
func CheckTopics() []ui.Topic {
	var all []ui.Topic
	for _, r := range check.Rules() {
		all = append(all, ui.NewTopic(r.ID, r.Title, r.Why+"\n\nWhat to do: "+r.Remedy+".", append([]string{}, r.See...)))
	}
	return all
}
