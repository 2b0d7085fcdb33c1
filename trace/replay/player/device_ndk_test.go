//go:build ndk && linux

package player_test

import (
	"os"
	"testing"
)

// The NDK in $ANDROID_NDK_HOME builds the player for each ABI: make check-sysroot.
func TestPlayerForByNDK(t *testing.T) {
	if os.Getenv("ANDROID_NDK_HOME") == "" {
		t.Fatal("ANDROID_NDK_HOME is not set")
	}
	checkPlayers(t)
}
