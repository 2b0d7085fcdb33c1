//go:build (heavy || ndk) && linux

package player_test

import (
	"debug/elf"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	androidelf "github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/replay/player"
)

// checkPlayers builds the player for each ABI: a position-independent program that needs only libraries of Android 10.
func checkPlayers(t *testing.T) {
	t.Helper()
	for _, abi := range testutil.Shard(t, android.ABIs(), 4) {
		path, err := player.UnoptimizedFor(t.Context(), t.TempDir(), abi.Name)
		if err != nil {
			t.Fatal(err)
		}
		if o, err := androidelf.Open(path); err != nil || o.ABI != abi.Name || o.AndroidAPI != 29 {
			t.Errorf("%s: %+v, %v", abi.Name, o, err)
		}
		f, err := elf.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		interpreted, aligned := false, true
		for _, p := range f.Progs {
			interpreted = interpreted || p.Type == elf.PT_INTERP
			aligned = aligned && (p.Type != elf.PT_LOAD || p.Align >= 1<<14)
		}
		if f.Type != elf.ET_DYN || f.Entry == 0 || !interpreted || !aligned {
			t.Errorf("%s: type %v, entry %#x, dynamic linker %v, segments aligned to 16 KiB %v", abi.Name, f.Type, f.Entry, interpreted, aligned)
		}
		libraries, err := f.ImportedLibraries()
		all := []string{"libc.so", "libdl.so", "liblog.so", "libm.so"}
		if err != nil || slices.ContainsFunc(libraries, func(name string) bool { return !slices.Contains(all, name) }) {
			t.Errorf("%s: the program needs %v, %v", abi.Name, libraries, err)
		}
	}
}
