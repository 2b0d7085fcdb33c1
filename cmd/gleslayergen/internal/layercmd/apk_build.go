package layercmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func apkBuildCmd(e *ui.Env) *cobra.Command {
	var o apk.BuildOptions
	cmd := &cobra.Command{
		Use:   "build LAYER.so...",
		Short: "Pack layers into a package of their own",
		Long: `Makes an APK that holds nothing but layers: several of them, for all the ABIs there are. Each file says itself
for which ABI it is; the same layer for several ABIs has the same file name in several folders.

Installed beside a debuggable app, the package brings its layers into it: name it in gpu_debug_layer_app.
Android extracts the layers of one ABI, the device's best; for an app that runs as another one, such as a
32-bit app on a 64-bit device, install the package with adb install --abi.

Layers that no device would load are refused, as gleslayergen check says.`,
		Example: `  gleslayergen build --abi arm64-v8a,armeabi-v7a && gleslayergen apk build build/*/libmine.so
  gleslayergen apk build libmine.so libother.so --package org.example.layers --out layers.apk`,
		Args: ui.Args(1, -1, "LAYER.so"),
	}
	keys := addKeyFlags(cmd)
	asJSON := ui.JsonFlag(cmd)
	cmd.Flags().StringVar(&o.Out, "out", "", "write this `FILE`; without it, the package's last word and .apk")
	cmd.Flags().StringVar(&o.Package, "package", "", "`NAME` of the package; without it, gleslayers. and the first layer's name")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if o.Layers, err = loadable(e, args); err != nil {
			return err
		}
		if err := o.Complete(); err != nil {
			return err
		}
		tools, err := ApkTools(true)
		if err != nil {
			return err
		}
		if o.Key, err = keys.key(cmd.Context(), e, cmd, tools); err != nil {
			return err
		}
		made, err := apk.Build(cmd.Context(), tools, o)
		if err != nil {
			return err
		}
		return printMade(e, made, []string{"install it with: adb install -r --force-queryable " + made.Path +
			" (without --force-queryable on Android 10), then name " + made.Package + " as the layers' app: gleslayergen device enable --layer-app"}, *asJSON)
	}
	return cmd
}
