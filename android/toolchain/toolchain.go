// Package toolchain chooses the compiler of layers for devices: that of the NDK, or clang.
package toolchain

import (
	"context"
	"os"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/sysroot"
	"github.com/gleslayergen/gleslayergen/project/build"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Target returns the target of a build for devices with an ABI: with the compilers of the NDK or, if no NDK is
// installed, with clang and a sysroot in the user's cache directory, which builds layers in C and C++.
func Target(ctx context.Context, abi android.ABI) (build.Target, error) {
	if root, _ := android.NDKRoot(os.Getenv); root == "" {
		return clangTarget(ctx, abi)
	}
	ndk, err := android.FindNDK(os.Getenv)
	if err != nil {
		return build.Target{}, err
	}
	env, err := ndk.Env(abi, rules.MinAPI)
	return build.Target{Name: abi.Name, Env: env, NDK: ndk.Root}, err
}

func clangTarget(ctx context.Context, abi android.ABI) (build.Target, error) {
	clang, err := sysroot.Find(ctx)
	if err != nil {
		return build.Target{}, err
	}
	root, err := clang.Root(ctx, "", abi)
	if err != nil {
		return build.Target{}, err
	}
	return build.Target{Name: abi.Name, Env: abi.Env(root.CC()...), Sysroot: root.Dir(), Toolchain: root.Toolchain(), Start: root.Start()}, nil
}
