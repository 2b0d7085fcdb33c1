package recorder

import "context"

// LayerFor returns the path of the layer for devices with an ABI, as Maker.LayerFor does.
func LayerFor(ctx context.Context, cache, abi string) (string, error) {
	return Maker{Cache: cache}.LayerFor(ctx, abi)
}

// LayerFor returns the path of the layer for devices with an ABI: the one that a release has beside the program,
// or one that it builds with the compiler of build.Device, and caches for each compiler and ABI.
func (m Maker) LayerFor(ctx context.Context, abi string) (string, error) {
	return layer.LayerFor(ctx, m.cache(), m.Beside, abi)
}

// Ship builds the layers for all ABIs, and returns the files that a release has beside the program, as build.Target.Ship does.
func Ship(ctx context.Context, cache string) (map[string][]byte, error) {
	return layer.Ship(ctx, Maker{Cache: cache}.cache())
}
