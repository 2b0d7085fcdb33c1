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
		Long: `Writes a copy of an app's APK that contains layers. The manifest of the copy allows Android to load them:
--debuggable makes the app debuggable; --inject adds the meta-data
` + apk.InjectLayers + `, which Android 11 and newer read.

The manifest also tells Android to extract the app's libraries when the copy is installed, because Android's
loader finds layers only in directories, not inside an APK. All other files of the app stay the same. The copy
is signed with a key from --keystore, or with a debug key. The original APK is not changed. Split APKs are not
supported.

A layer is added only if the app has libraries for the ABI of the layer. Otherwise Android would run the app
with the ABI of the layer, and would not find the app's libraries.

--gradle is for apps whose source you have. It writes no APK: it prints a block for the app's
build.gradle.kts. With --gradle, APP.apk is optional.`,
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
	asJSON := ui.JSONFlag(cmd)
	cmd.Flags().StringVar(&o.Out, "out", "", "write the copy to `FILE` (default: APP-layers.apk in the current directory)")
	cmd.Flags().BoolVar(&f.debuggable, "debuggable", false, "make the app debuggable")
	cmd.Flags().BoolVar(&f.inject, "inject", false, "add the injectLayers meta-data; do not make the app debuggable")
	cmd.Flags().BoolVar(&f.gradle, "gradle", false, "write no APK; print a block for the app's build.gradle.kts")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if o.Inject = f.inject; f.debuggable == f.inject {
			return ui.Usage("apk add", "exactly one of --debuggable and --inject is required", "--debuggable works on all Android versions with layers; --inject does not make the app debuggable, and works on Android 11 and newer")
		}
		if filepath.Ext(args[0]) != ".so" {
			o.App, args = args[0], args[1:]
		}
		switch {
		case len(args) == 0:
			return ui.Usage("apk add", "LAYER.so is missing", "usage: "+cmd.UseLine())
		case o.App == "" && !f.gradle:
			return ui.Usage("apk add "+args[0], "the first argument must be the APK of the app", "usage: "+cmd.UseLine())
		case f.gradle && *asJSON:
			return ui.Usage("apk add", "both --gradle and --json are given", "give only one of the two flags")
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
	tools, err := APKTools(false)
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
	return printResult(e, made, addNotes(made, o.Inject), asJSON)
}

// canAdd checks that layers can be added to the app. If its file is not an APK, the hint says how to get one.
func canAdd(o apk.AddOptions) error {
	err := apk.CanAdd(o)
	var h ui.Hinter
	if err == nil || errors.As(err, &h) && h.Hint() != "" {
		return err
	}
	return ui.WithHint(err, "pass the APK of the app; to copy it from a device, print its path with \"adb shell pm path PACKAGE\", then run \"adb pull PATH\"")
}

// addNotes returns notes about the copy.
func addNotes(m *apk.Made, inject bool) []string {
	var notes []string
	for _, l := range m.LeftOut {
		notes = append(notes, fmt.Sprintf("%s was left out, because the app has no libraries for %s: Android would run the app with the ABI of the layer, and would not find the app's libraries", l.Path, l.Object.ABI))
	}
	if len(m.Without) > 0 {
		notes = append(notes, fmt.Sprintf("no layer was given for %s: if Android runs the app with this ABI, the app has no layer", strings.Join(m.Without, " or ")))
	}
	if inject {
		notes = append(notes, "do not distribute the copy: any user of adb can load code into it (gleslayergen explain rule-7.4)")
	}
	if m.File.Manifest.MinSDK < rules.MinAPI {
		notes = append(notes, "the app also installs on Android versions before 10, which do not support layers")
	}
	install := "adb install "
	if m.File.Manifest.TestOnly {
		install += "-t "
	}
	return append(notes, fmt.Sprintf("to install the copy: %s%s; if the app is already installed with another signature, first remove it and its data: adb uninstall %s", install, m.Path, m.Package))
}

// printGradle prints the block for the app's build.gradle.kts.
func printGradle(e *ui.Env, o apk.AddOptions) error {
	if o.App != "" {
		if err := canAdd(o); err != nil {
			return err
		}
	}
	e.Printf("%s", apk.Gradle(o.Layers, o.Inject))
	return nil
}
