//go:build heavy

package main

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aead.dev/minisign"
)

// TestPassword signs with an encrypted key. Its key derivation needs 1 GiB of memory and several seconds, as that of minisign.
func TestPassword(t *testing.T) {
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := minisign.EncryptKey("secret", private)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, key, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MINISIGN_PASSWORD", "wrong")
	if _, err := (&release{key: path}).signer(); err == nil || !strings.Contains(err.Error(), "MINISIGN_PASSWORD") {
		t.Errorf("with a wrong password: %v", err)
	}
	t.Setenv("MINISIGN_PASSWORD", "secret")
	checkSignature(t, public, key)
}
