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
		Short: "Build an APK that contains only layers",
		Long: `Writes an APK that contains only layers, one or more. For a layer with several ABIs, pass one file for each
ABI, all with the same file name; the ABI is read from the file.

Install the APK, and enable its layers for an app with "gleslayergen device enable --layer-app PACKAGE". This
command writes the name of the package to Android's setting gpu_debug_layer_app. Android then loads the layers
into the app, if the app is debuggable or has the injectLayers meta-data.

When the APK is installed, Android extracts the layers for only one ABI, which is the preferred ABI of the
device. For an app that runs with another ABI, such as a 32-bit app on a 64-bit device, install the APK with
"adb install --abi ABI".

If one of the layers cannot be loaded on any device, the command prints the reason and writes no APK.`,
		Example: `  gleslayergen build --abi arm64-v8a,armeabi-v7a && gleslayergen apk build build/*/libmine.so
  gleslayergen apk build libmine.so libother.so --package org.example.layers --out layers.apk`,
		Args: ui.Args(1, -1, "LAYER.so"),
	}
	keys := addKeyFlags(cmd)
	asJSON := ui.JSONFlag(cmd)
	cmd.Flags().StringVar(&o.Out, "out", "", "write the APK to `FILE` (default: the last part of the package name, followed by .apk)")
	cmd.Flags().StringVar(&o.Package, "package", "", "`NAME` of the package (default: \"gleslayers.\" followed by the name of the first layer)")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if o.Layers, err = loadable(e, args); err != nil {
			return err
		}
		if err := o.Complete(); err != nil {
			return err
		}
		tools, err := APKTools(true)
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
		return printResult(e, made, []string{"to install the APK: adb install -r --force-queryable " + made.Path +
			" (on Android 10, without --force-queryable); to enable its layers: gleslayergen device enable --app PACKAGE LAYER --layer-app " + made.Package}, *asJSON)
	}
	return cmd
}
