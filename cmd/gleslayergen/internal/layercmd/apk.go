package layercmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func APK(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "apk",
		Long: `Two ways lead into an app on a device without root: a package of layers that is installed beside the app,
and a copy of the app with layers in it.

Needs the SDK's build-tools and Java: gleslayergen doctor apk says what is there.`,
	}
	cmd.AddCommand(apkBuildCmd(e), apkAddCmd(e))
	return cmd
}

// keyFlags say what an APK is signed with.
type keyFlags struct{ store, alias, password string }

func addKeyFlags(cmd *cobra.Command) *keyFlags {
	f := &keyFlags{}
	cmd.Flags().StringVar(&f.store, "keystore", "", "sign with a key of this keystore `FILE`; without it with a debug key, made on first use")
	cmd.Flags().StringVar(&f.alias, "key-alias", "", "`NAME` of the key in --keystore; may be left out if it has one only")
	cmd.Flags().StringVar(&f.password, "keystore-password", "prompt", "`WHERE` the password of --keystore is: env:NAME, file:PATH, or prompt")
	return f
}

// key is what the flags name, or the debug key of this user.
func (f *keyFlags) key(ctx context.Context, e *ui.Env, cmd *cobra.Command, tools apk.Tools) (apk.Key, error) {
	if f.store != "" {
		return apk.UserKey(f.store, f.alias, f.password, func(store string) (string, error) {
			return readSecret(ctx, e, "password of "+store+": ")
		})
	}
	for _, name := range []string{"key-alias", "keystore-password", "keystore"} {
		if cmd.Flags().Changed(name) {
			return apk.Key{}, ui.Usage("--"+name, "says something of a keystore, and none is named", "name it with --keystore FILE")
		}
	}
	return DebugKey(ctx, tools)
}

// DebugKey is the debug key of this user.
func DebugKey(ctx context.Context, tools apk.Tools) (apk.Key, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return apk.Key{}, ui.WithHint(err, "there is no folder for a debug key; sign with one of your own: --keystore FILE")
	}
	key, err := apk.DebugKey(ctx, tools, filepath.Join(config, "gleslayergen", "keys"))
	if errors.As(err, new(*fs.PathError)) {
		err = ui.WithHint(fmt.Errorf("the folder of the debug key: %w", err), "let XDG_CONFIG_HOME name a folder that is yours, or sign with a key of your own: --keystore FILE")
	}
	return key, err
}

// ApkTools finds the programs.
func ApkTools(packs bool) (apk.Tools, error) {
	tools, err := apk.FindTools(android.FindSDK(os.Getenv, exec.LookPath), packs)
	return tools, withAdvice(err)
}

// loadable reads layers, and refuses what no device would load; what else is wrong with them is said. A library that another one
// needs comes along, and need not be a layer.
func loadable(e *ui.Env, paths []string) ([]apk.Layer, error) {
	layers, err := apk.ReadLayers(paths)
	if err != nil {
		return nil, err
	}
	refused, needed := false, map[string]bool{}
	for _, l := range layers {
		for _, name := range l.Object.Needed {
			needed[name] = true
		}
	}
	for _, l := range layers {
		refused = !needed[l.Name] && isRefused(e, l) || refused
	}
	if refused {
		e.Notef("gleslayergen: no APK was made: Android would refuse a layer")
		return nil, ui.Quiet(ui.ExitFindings)
	}
	return layers, nil
}

// isRefused says what is wrong with a layer.
func isRefused(e *ui.Env, l apk.Layer) bool {
	refused := false
	for _, f := range check.Object(l.Path, l.Object, check.Options{}) {
		if f.Severity != check.Note {
			e.Notef("gleslayergen: %s: %s: %s [%s]: %s", f.Severity, ui.OneLine(placeOf(f)), ui.OneLine(f.What), f.ID, ui.OneLine(f.Remedy))
		}
		refused = refused || f.KeepsFromLoading()
	}
	return refused
}

// madeReport is --json of apk build and apk add.
type madeReport struct {
	Schema  int          `json:"schema"`
	File    string       `json:"file"`
	Package string       `json:"package"`
	Layers  []layerInAPK `json:"layers"`
	LeftOut []layerInAPK `json:"leftOut"`      // the app has no libraries for their ABIs
	Without []string     `json:"withoutLayer"` // ABIs of the app that got none
	Notes   []string     `json:"notes"`
}

type layerInAPK struct {
	File  string `json:"file"`
	ABI   string `json:"abi"`
	Entry string `json:"entry"`
}

func newMadeReport(m *apk.Made, notes []string) madeReport {
	return madeReport{1, m.Path, m.Package, inAPK(m.Layers), inAPK(m.LeftOut), append([]string{}, m.Without...), append([]string{}, notes...)}
}

func inAPK(layers []apk.Layer) []layerInAPK {
	list := []layerInAPK{}
	for _, l := range layers {
		list = append(list, layerInAPK{l.Path, l.Object.ABI, l.Entry()})
	}
	return list
}

// printMade says what was made, and what to know of it.
func printMade(e *ui.Env, m *apk.Made, notes []string, asJSON bool) error {
	if asJSON {
		return e.PrintJSON(newMadeReport(m, notes))
	}
	e.Printf("%s: %s\n", m.Path, m.Package)
	for _, l := range m.Layers {
		e.Printf("  %s\n", l.Entry())
	}
	for _, note := range notes {
		e.Notef("note: %s", note)
	}
	return nil
}
