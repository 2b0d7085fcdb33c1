package main

import (
	"fmt"
	"os"

	"aead.dev/minisign"
)

// signer returns a function that signs a text in the format of minisign, or nil without a key. Two releases of the same
// commit with the same key have the same signature.
func (r *release) signer() (func(text []byte) []byte, error) {
	if r.key == "" {
		return nil, nil
	}
	text, err := os.ReadFile(r.key)
	if err != nil {
		return nil, fmt.Errorf("-key: %w", err)
	}
	var key minisign.PrivateKey
	if minisign.IsEncrypted(text) {
		key, err = minisign.DecryptKey(os.Getenv("MINISIGN_PASSWORD"), text)
	} else {
		err = key.UnmarshalText(text)
	}
	if err != nil {
		return nil, fmt.Errorf("-key %s: %w (MINISIGN_PASSWORD must have the password of the key)", r.key, err)
	}
	trusted := fmt.Sprintf("timestamp:%d\tfile:SHA256SUMS\tgleslayergen %s", r.time.Unix(), r.version)
	return func(text []byte) []byte {
		return minisign.SignWithComments(key, text, trusted, "signature of gleslayergen "+r.version)
	}, nil
}
