package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/toolchain"
)

// Device returns the compiler for devices with an ABI, the same as that of gleslayergen build --abi: that of the NDK or clang.
func Device(ctx context.Context, abi string) (Compiler, error) {
	a, err := android.FindABI(abi)
	if err != nil {
		return Compiler{}, err
	}
	target, err := toolchain.Target(ctx, a)
	if err != nil {
		return Compiler{}, err
	}
	revision, _ := os.ReadFile(filepath.Join(target.NDK, "source.properties")) // distinguishes NDKs at the same path; some NDKs have no such file
	return Compiler{CC: target.CC(), Machine: fmt.Sprintf("%s %q", abi, revision), Start: target.Start}, nil
}

// ForDevice returns the target for devices: it has what build --abi gives to layers, and no symbols. The debug information of -g would
// be removed again, after a third of the time of the compiler.
func (t Target) ForDevice() Target {
	t.Flags = slices.Concat(slices.DeleteFunc(slices.Clone(t.Flags), func(flag string) bool { return flag == "-g" }), []string{"-DLAYER_ANDROID"})
	t.Linking = slices.Concat(t.Linking, []string{"-llog", "-s", "-Wl,--build-id=sha1", "-Wl,-z,max-page-size=16384"})
	return t
}
