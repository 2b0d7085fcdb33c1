//go:build heavy

package golden

import (
	"maps"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// sanitizerFlags are the compiler flags of each sanitizer.
var sanitizerFlags = map[string]string{
	"address":   "-fsanitize=address",
	"undefined": "-fsanitize=undefined -fno-sanitize-recover=all",
	"thread":    "-fsanitize=thread",
}

// The tests of a layer in C alone pass under each sanitizer.
func TestBehaviorCSanitized(t *testing.T) {
	for name, flags := range sanitizerFlags {
		t.Run(name, func(t *testing.T) {
			command(t, behaviorC(t), "make", "test", "LTO=", "CFLAGS=-Og -g -fno-omit-frame-pointer "+flags)
		})
	}
}

// The tests of a layer in C++ pass under each sanitizer, and with the other compiler.
func TestBehaviorCPPSanitized(t *testing.T) {
	for _, name := range testutil.Shard(t, slices.Sorted(maps.Keys(sanitizerFlags)), 3) {
		flags := sanitizerFlags[name]
		t.Run(name, func(t *testing.T) {
			flags += " -g -fno-omit-frame-pointer"
			testCMake(t, behaviorCPP(t), "CC=gcc", "CXX=g++", "CFLAGS="+flags, "CXXFLAGS="+flags, "LDFLAGS="+flags, "CMAKE_BUILD_TYPE=Debug")
		})
	}
	t.Run("clang", func(t *testing.T) { testCMake(t, behaviorCPP(t), "CC=clang", "CXX=clang++") })
}
