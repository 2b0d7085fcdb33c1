package recorder

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/toolchain"
)

// LayerFor returns the path of the layer for devices with an ABI, as Maker.LayerFor does.
func LayerFor(ctx context.Context, cache, abi string) (string, error) {
	return Maker{Cache: cache}.LayerFor(ctx, abi)
}

// LayerFor returns the path of the layer for devices with an ABI: the one that a release has beside the program,
// or one that it builds with the same compiler as gleslayergen build --abi, that of the NDK or clang, and caches
// for each compiler and ABI.
func (m Maker) LayerFor(ctx context.Context, abi string) (string, error) {
	a, err := android.FindABI(abi)
	if err != nil {
		return "", err
	}
	sources, err := Sources()
	if err != nil {
		return "", err
	}
	if path := shipped(m.Beside, abi, sources); path != "" {
		return path, nil
	}
	target, err := toolchain.Target(ctx, a)
	if err != nil {
		return "", err
	}
	revision, _ := os.ReadFile(filepath.Join(target.NDK, "source.properties")) // distinguishes NDKs at the same path; some NDKs have no such file
	return m.make(ctx, sources, target.CC(), fmt.Sprintf("%s %q", abi, revision), deviceFlags, deviceLinking)
}

// The layer for devices has what build --abi gives to layers, and no symbols.
var (
	deviceFlags   = slices.Concat(flags, []string{"-DLAYER_ANDROID"})
	deviceLinking = slices.Concat(linking, []string{"-llog", "-s", "-Wl,--build-id=sha1", "-Wl,-z,max-page-size=16384"})
)
