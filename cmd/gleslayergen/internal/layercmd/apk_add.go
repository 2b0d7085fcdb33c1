package layercmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/rules"
)

// addFlags are the flags of apk add.
type addFlags struct {
	debuggable, inject, gradle bool
	keys                       *keyFlags
}

func apkAddCmd(e *ui.Env) *cobra.Command {
	var o apk.AddOptions
	f := &addFlags{}
	cmd := &cobra.Command{
		Use:   "add APP.apk LAYER.so... --debuggable|--inject",
		Short: "Put layers into a copy of an app",
		Long: `Makes a copy of an app's APK with layers among its libraries, and lets Android load them:
--debuggable makes the app debuggable, --inject gives it the meta-data
` + apk.InjectLayers + `, which Android 11 and newer obey. The app's libraries are
extracted on installation, as Android's loader looks for layers in folders only. All else stays as it is,
byte for byte, but for the signature, which is yours.

The app gets layers for the ABIs that it has libraries for; an ABI with a layer alone would take its own
libraries from the app. The APK itself is not touched. Split APKs cannot be added to.

--gradle makes nothing: it prints what to put into the app's build.gradle.kts, where you have its source.
APP.apk may be left out then.`,
		Example: `  gleslayergen apk add game.apk build/*/libmine.so --debuggable
  gleslayergen apk add game.apk libmine.so --inject --out game-with-layer.apk
  gleslayergen apk add --gradle build/*/libmine.so --debuggable`,
		Args: func(cmd *cobra.Command, args []string) error {
			first := "APP.apk"
			if f.gradle {
				first = "LAYER.so"
			}
			return ui.Args(1, -1, first)(cmd, args)
		},
	}
	f.keys = addKeyFlags(cmd)
	asJSON := ui.JsonFlag(cmd)
	cmd.Flags().StringVar(&o.Out, "out", "", "write this `FILE`; without it, the app's name with -layers, in this folder")
	cmd.Flags().BoolVar(&f.debuggable, "debuggable", false, "make the app debuggable")
	cmd.Flags().BoolVar(&f.inject, "inject", false, "let layers in by meta-data, and leave the app as debuggable as it is")
	cmd.Flags().BoolVar(&f.gradle, "gradle", false, "print the block for build.gradle.kts instead")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if o.Inject = f.inject; f.debuggable == f.inject {
			return ui.Usage("apk add", "give one of --debuggable and --inject", "--debuggable works on every Android; --inject keeps the app a release, on Android 11 and newer")
		}
		if filepath.Ext(args[0]) != ".so" {
			o.App, args = args[0], args[1:]
		}
		switch {
		case len(args) == 0:
			return ui.Usage("apk add", "LAYER.so is missing", "usage: "+cmd.UseLine())
		case o.App == "" && !f.gradle:
			return ui.Usage("apk add "+args[0], "the first argument has to be the app", "usage: "+cmd.UseLine())
		case f.gradle && *asJSON:
			return ui.Usage("apk add", "--gradle and --json at once", "give one of them")
		}
		if o.Layers, err = loadable(e, args); err != nil {
			return err
		}
		if f.gradle {
			return printGradle(e, o)
		}
		return runAdd(e, cmd, f, o, *asJSON)
	}
	return cmd
}

func runAdd(e *ui.Env, cmd *cobra.Command, f *addFlags, o apk.AddOptions, asJSON bool) error {
	if err := canAdd(o); err != nil {
		return err
	}
	if err := o.CanWrite(); err != nil {
		return err
	}
	tools, err := ApkTools(false)
	if err != nil {
		return err
	}
	if o.Key, err = f.keys.key(cmd.Context(), e, cmd, tools); err != nil {
		return err
	}
	made, err := apk.Add(cmd.Context(), tools, o)
	if err != nil {
		return err
	}
	return printMade(e, made, addNotes(made, o.Inject), asJSON)
}

// canAdd says of what is no APK where that of an app is to be had.
func canAdd(o apk.AddOptions) error {
	err := apk.CanAdd(o)
	var h ui.Hinter
	if err == nil || errors.As(err, &h) && h.Hint() != "" {
		return err
	}
	return ui.WithHint(err, "give the APK of the app; of one that is installed: adb shell pm path PACKAGE, then adb pull what it names")
}

// addNotes are what the user should know of the copy.
func addNotes(m *apk.Made, inject bool) []string {
	var notes []string
	for _, l := range m.LeftOut {
		notes = append(notes, fmt.Sprintf("%s was left out: the app has no libraries for %s, and would lose its own if a layer were there", l.Path, l.Object.ABI))
	}
	if len(m.Without) > 0 {
		notes = append(notes, fmt.Sprintf("as %s, the app runs without a layer: none was given for it", strings.Join(m.Without, " or ")))
	}
	if inject {
		notes = append(notes, "any user of adb can now have the app load code; do not hand it out (gleslayergen explain rule-7.4)")
	}
	if m.File.Manifest.MinSDK < rules.MinAPI {
		notes = append(notes, "the app installs on older Androids, too; layers need Android 10")
	}
	install := "adb install "
	if m.File.Manifest.TestOnly {
		install += "-t "
	}
	return append(notes, fmt.Sprintf("it is signed by you: if the app itself is installed, remove it first, with its data: adb uninstall %s; then: %s%s", m.Package, install, m.Path))
}

// printGradle prints what the app's own build takes in place of a changed APK.
func printGradle(e *ui.Env, o apk.AddOptions) error {
	if o.App != "" {
		if err := canAdd(o); err != nil {
			return err
		}
	}
	e.Printf("%s", apk.Gradle(o.Layers, o.Inject))
	return nil
}
