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
		Long: `Gives an Android app's debug builds the meta-data that lets layers in: DIR, or this folder, is the app's
module; its src/debug/AndroidManifest.xml is written, or the one that is there gets one element more.
Android 11 and newer obey it; it changes nothing for builds that are debuggable anyway.

--release puts it into src/main/AndroidManifest.xml, that of all builds, and so into what is handed out:
any user of adb can then have the app load code of his, and the app becomes dumpable at every start
(gleslayergen explain rule-7.4).`,
		Example: `  gleslayergen inject-manifest app
  gleslayergen inject-manifest app --build-type layers`,
		Args: ui.Args(0, 1, "DIR"),
	}
	asJSON := ui.JsonFlag(cmd)
	cmd.Flags().StringVar(&f.build, "build-type", "debug", "write the manifest of the builds of this `TYPE`")
	cmd.Flags().BoolVar(&f.release, "release", false, "write the main manifest, that of all builds")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dir := "."
		if len(args) == 1 {
			dir = args[0]
		}
		if f.release && cmd.Flags().Changed("build-type") && !f.shipped() {
			return ui.Usage("inject-manifest", "--release is for all builds, and --build-type "+f.build+" for those of one type", "give one of them")
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

// shipped reports whether builds of the type are handed out.
func (f *injectFlags) shipped() bool { return f.build == "main" || f.build == "release" }

// sourceSet is the folder below src.
func (f *injectFlags) sourceSet() (string, error) {
	switch {
	case !buildType.MatchString(f.build):
		return "", ui.Usage("--build-type "+f.build, "no type of builds", "for example: --build-type debug")
	case f.shipped() && !f.release:
		return "", ui.Usage("--build-type "+f.build, "with the meta-data in what is handed out, any user of adb could have the app load code (rule 7.4)",
			"leave it out for debug builds, or say --release too if this is what you want")

	case f.release && !f.shipped():
		return "main", nil
	}
	return f.build, nil
}

// checkModule refuses a folder that is no module of an app.
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
	hint := "give the folder of the app's module, the one with src/main; often it is called app"
	if there("app/src/main") {
		hint = "did you mean " + filepath.Join(dir, "app") + "?"
	}
	return ui.Usage(dir, "no module of an Android app: it has no src/main", hint)
}

// injectedReport is inject-manifest --json.
type injectedReport struct {
	Schema  int    `json:"schema"`
	File    string `json:"file"`
	Created bool   `json:"created"`
	Changed bool   `json:"changed"`
}

// injectManifest writes a manifest, or changes the one that is there.
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
			err = ui.WithHint(fmt.Errorf("%s: %w", path, err), "nothing was written; put it right, or add the element yourself: "+apk.InjectElement)
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
	what := "has the meta-data already"
	switch {
	case r.Created:
		what = "written"
	case r.Changed:
		what = "got the meta-data"
	}
	if !asJSON {
		e.Printf("%s: %s\n", r.File, what)
	}
	if source == "main" || source == "release" {
		e.Notef("gleslayergen: warning: builds that are handed out now let layers in: any user of adb can have the app load code (gleslayergen explain rule-7.4)")
	}
	return nil
}
