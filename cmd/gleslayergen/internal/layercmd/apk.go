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
		Long: `Writes APKs with layers, for devices without root. "apk build" writes an APK that contains only layers; you
install it in addition to the app. "apk add" writes a copy of the app that contains the layers.

Both commands need the build-tools of the Android SDK, and Java. To check that they are installed, run
gleslayergen doctor apk.`,
	}
	cmd.AddCommand(apkBuildCmd(e), apkAddCmd(e))
	return cmd
}

// keyFlags select the key that signs an APK.
type keyFlags struct{ store, alias, password string }

func addKeyFlags(cmd *cobra.Command) *keyFlags {
	f := &keyFlags{}
	cmd.Flags().StringVar(&f.store, "keystore", "", "sign with a key from the keystore `FILE` (default: a debug key, which is created on first use)")
	cmd.Flags().StringVar(&f.alias, "key-alias", "", "`NAME` of the key in the keystore; optional if the keystore has only one key")
	cmd.Flags().StringVar(&f.password, "keystore-password", "prompt", "read the password of the keystore from `SOURCE`: \"env:NAME\", \"file:PATH\" or \"prompt\"")
	return f
}

// key returns the key that the flags select, or the debug key of this user.
func (f *keyFlags) key(ctx context.Context, e *ui.Env, cmd *cobra.Command, tools apk.Tools) (apk.Key, error) {
	if f.store != "" {
		return apk.UserKey(f.store, f.alias, f.password, func(store string) (string, error) {
			return readSecret(ctx, e, "password of "+store+": ")
		})
	}
	for _, name := range []string{"key-alias", "keystore-password", "keystore"} {
		if cmd.Flags().Changed(name) {
			if name == "keystore" {
				return apk.Key{}, ui.Usage("--keystore", "the file name is empty", "for example: --keystore release.jks")
			}
			return apk.Key{}, ui.Usage("--"+name, "requires --keystore", "add --keystore FILE, or leave out --"+name)
		}
	}
	return DebugKey(ctx, tools)
}

// DebugKey returns the debug key of this user and creates it if needed.
func DebugKey(ctx context.Context, tools apk.Tools) (apk.Key, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return apk.Key{}, ui.WithHint(fmt.Errorf("no directory for the debug key: %w", err), "set XDG_CONFIG_HOME to a directory that you own, or sign with your own key: --keystore FILE")
	}
	key, err := apk.DebugKey(ctx, tools, filepath.Join(config, "gleslayergen", "keys"))
	if errors.As(err, new(*fs.PathError)) {
		err = ui.WithHint(fmt.Errorf("directory of the debug key: %w", err), "set XDG_CONFIG_HOME to a directory that you own, or sign with your own key: --keystore FILE")
	}
	return key, err
}

// APKTools finds the programs of the SDK that build and sign APKs.
func APKTools(packs bool) (apk.Tools, error) {
	tools, err := apk.FindTools(android.FindSDK(os.Getenv, exec.LookPath), packs)
	return tools, withAdvice(err)
}

// loadable reads layers, prints what is wrong with them, and fails if no device would load one. A library
// that another one needs is included and need not be a layer.
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
		e.Notef("gleslayergen: nothing was written: Android cannot load one of the layers; the errors above give the reason")
		return nil, ui.Quiet(ui.ExitFindings)
	}
	return layers, nil
}

// isRefused prints the findings about a layer and reports whether Android would refuse it.
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

// madeReport is the JSON report of apk build and apk add.
type madeReport struct {
	Schema  int          `json:"schema"`
	File    string       `json:"file"`
	Package string       `json:"package"`
	Layers  []layerInAPK `json:"layers"`
	LeftOut []layerInAPK `json:"leftOut"`      // layers whose ABI has no libraries of the app
	Without []string     `json:"withoutLayer"` // ABIs of the app without a layer
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

// printResult prints the new APK and notes about it.
func printResult(e *ui.Env, m *apk.Made, notes []string, asJSON bool) error {
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
