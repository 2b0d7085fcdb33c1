package layercmd

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// injectFlags are the flags of inject-manifest.
type injectFlags struct {
	build   string
	release bool
}

func InjectManifest(e *ui.Env) *cobra.Command {
	f := &injectFlags{}
	cmd := &cobra.Command{
		Use: "inject-manifest [DIR]",
		Long: `Adds the meta-data ` + apk.InjectLayers + ` to a manifest in the source of an
Android app. Android 11 and newer read this meta-data. They then load layers even if the app is not debuggable.
Debuggable builds do not need it. DIR is the directory of the app's module (default: the current directory).

By default, the meta-data is added to src/debug/AndroidManifest.xml, which applies only to builds of the type
"debug". To select another build type, use --build-type. If the file does not exist, it is created.

--release adds the meta-data to src/main/AndroidManifest.xml, which applies to all builds, including those that
you distribute. Any user of adb can then load code into the app, and Android makes the app's process dumpable
at each start. For details, run gleslayergen explain rule-7.4.`,
		Example: `  gleslayergen inject-manifest app
  gleslayergen inject-manifest app --build-type layers`,
		Args: ui.Args(0, 1, "DIR"),
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.Flags().StringVar(&f.build, "build-type", "debug", "change the manifest for builds of this `TYPE`")
	cmd.Flags().BoolVar(&f.release, "release", false, "change the main manifest, which applies to all builds")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dir := "."
		if len(args) == 1 {
			dir = args[0]
		}
		if f.release && cmd.Flags().Changed("build-type") && !f.shipped() {
			return ui.Usage("inject-manifest", "--release applies to all builds, but --build-type "+f.build+" applies only to builds of one type", "give only one of the two flags")
		}
		source, err := f.sourceSet()
		if err != nil {
			return err
		}
		if err := checkModule(dir); err != nil {
			return err
		}
		report, err := injectManifest(filepath.Join(dir, "src", source, apk.ManifestName))
		if err != nil {
			return err
		}
		return printInjected(e, report, source, *asJSON)
	}
	return cmd
}

var buildType = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_]*$`)

// shipped reports whether builds of the type are distributed.
func (f *injectFlags) shipped() bool { return f.build == "main" || f.build == "release" }

// sourceSet returns the directory below src.
func (f *injectFlags) sourceSet() (string, error) {
	switch {
	case !buildType.MatchString(f.build):
		return "", ui.Usage("--build-type "+f.build, "not a valid name of a build type", "use letters, digits and underscores, and begin with a letter, for example: --build-type debug")
	case f.shipped() && !f.release:
		return "", ui.Usage("--build-type "+f.build, "builds of this type are distributed, and the injectLayers meta-data lets any user of adb load code into the app (rule 7.4)",
			"to change only debug builds, leave out --build-type; to change distributed builds too, add --release")

	case f.release && !f.shipped():
		return "main", nil
	}
	return f.build, nil
}

// checkModule fails if dir is not the module of an app.
func checkModule(dir string) error {
	there := func(names ...string) bool {
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
				return true
			}
		}
		return false
	}
	if there("src/main", "src/"+apk.ManifestName) {
		return nil
	}
	hint := "give the directory of the app's module, which contains src/main; it is often named \"app\""
	if there("app/src/main") {
		hint = "did you mean " + filepath.Join(dir, "app") + "?"
	}
	return ui.Usage(dir, "not the directory of an Android app's module: src/main does not exist", hint)
}

// injectedReport is the JSON report of inject-manifest.
type injectedReport struct {
	Schema  int    `json:"schema"`
	File    string `json:"file"`
	Created bool   `json:"created"`
	Changed bool   `json:"changed"`
}

// injectManifest creates a manifest with the meta-data, or adds it to an existing one.
func injectManifest(path string) (*injectedReport, error) {
	r := &injectedReport{Schema: 1, File: path, Changed: true}
	text, err := os.ReadFile(path)
	out := apk.NewManifest()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.Created, err = true, os.MkdirAll(filepath.Dir(path), 0o777)
	case err == nil:
		out, err = apk.InjectManifest(text)
		r.Changed = !bytes.Equal(out, text)
		if err != nil {
			err = ui.WithHint(fmt.Errorf("%s: %w", path, err), "nothing was written; fix the manifest, or add the element yourself: "+apk.InjectElement)
		}
	}
	if err == nil && r.Changed {
		err = ui.WriteFile(path, out)
	}
	return r, err
}

func printInjected(e *ui.Env, r *injectedReport, source string, asJSON bool) error {
	if asJSON {
		if err := e.PrintJSON(r); err != nil {
			return err
		}
	}
	what := "unchanged, because it already contains the injectLayers meta-data"
	switch {
	case r.Created:
		what = "created, with the injectLayers meta-data"
	case r.Changed:
		what = "injectLayers meta-data added"
	}
	if !asJSON {
		e.Printf("%s: %s\n", r.File, what)
	}
	if source == "main" || source == "release" {
		e.Notef("gleslayergen: warning: distributed builds now allow layers: any user of adb can load code into the app (gleslayergen explain rule-7.4)")
	}
	return nil
}
