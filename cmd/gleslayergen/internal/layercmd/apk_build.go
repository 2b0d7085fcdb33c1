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
		Long: `Builds an APK that contains only layers: any number of them, for any ABIs. The ABI is read from each file.
For several ABIs, give files with the same name from several directories.

Install the APK beside a debuggable app and name its package in gpu_debug_layer_app: Android then loads its
layers into the app. Android extracts the layers of one ABI, the device's preferred one. For an app that runs
as another ABI, such as a 32-bit app on a 64-bit device, install the APK with adb install --abi.

A layer that no device would load is an error. To see why, run gleslayergen check.`,
		Example: `  gleslayergen build --abi arm64-v8a,armeabi-v7a && gleslayergen apk build build/*/libmine.so
  gleslayergen apk build libmine.so libother.so --package org.example.layers --out layers.apk`,
		Args: ui.Args(1, -1, "LAYER.so"),
	}
	keys := addKeyFlags(cmd)
	asJSON := ui.JSONFlag(cmd)
	cmd.Flags().StringVar(&o.Out, "out", "", "write the APK to `FILE` (default: the last part of the package name, with .apk)")
	cmd.Flags().StringVar(&o.Package, "package", "", "`NAME` of the package (default: gleslayers. and the first layer's name)")
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
			" (without --force-queryable on Android 10), then enable its layers: gleslayergen device enable --app PACKAGE LAYER --layer-app " + made.Package}, *asJSON)
	}
	return cmd
}
