package recorder

import "github.com/gleslayergen/gleslayergen/trace/build"

// SourcesHash returns the hash of the sources of the layer.
func SourcesHash() (string, error) {
	sources, err := Sources()
	return build.HashOf(sources), err
}
