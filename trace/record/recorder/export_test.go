package recorder

// SourcesHash returns the hash of the sources of the layer.
func SourcesHash() (string, error) {
	sources, err := Sources()
	return hashOf(sources), err
}
