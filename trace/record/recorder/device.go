package recorder

import (
	"context"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/trace/build"
)

// LayerFor returns the path of the layer for devices with an ABI, as Maker.LayerFor does.
func LayerFor(ctx context.Context, cache, abi string) (string, error) {
	return Maker{Cache: cache}.LayerFor(ctx, abi)
}

// LayerFor returns the path of the layer for devices with an ABI: the one that a release has beside the program,
// or one that it builds with the compiler of build.Device, and caches for each compiler and ABI.
func (m Maker) LayerFor(ctx context.Context, abi string) (string, error) {
	if _, err := android.FindABI(abi); err != nil {
		return "", err
	}
	sources, err := Sources()
	if err != nil {
		return "", err
	}
	if path := shipped(m.Beside, abi, sources); path != "" {
		return path, nil
	}
	cc, err := build.Device(ctx, abi)
	if err != nil {
		return "", err
	}
	return layer.ForDevice().Make(ctx, m.cache(), cc, func() ([]gen.File, error) { return sources, nil })
}
