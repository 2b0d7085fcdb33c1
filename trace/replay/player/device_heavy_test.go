//go:build heavy && linux

package player_test

import "testing"

// Without an NDK, clang builds the player for each ABI.
func TestPlayerFor(t *testing.T) {
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		t.Setenv(name, "")
	}
	checkPlayers(t)
}
