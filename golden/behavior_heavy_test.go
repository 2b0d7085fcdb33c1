//go:build heavy

package golden

import "testing"

// The tests of a layer in C++ pass under each sanitizer, and with the other compiler.
func TestBehaviorCPPSanitized(t *testing.T) {
	for name, flags := range map[string]string{
		"address":   "-fsanitize=address",
		"undefined": "-fsanitize=undefined -fno-sanitize-recover=all",
		"thread":    "-fsanitize=thread",
	} {
		t.Run(name, func(t *testing.T) {
			flags += " -g -fno-omit-frame-pointer"
			testCPP(t, behaviorCPP(t), "CC=gcc", "CXX=g++", "CFLAGS="+flags, "CXXFLAGS="+flags, "LDFLAGS="+flags, "CMAKE_BUILD_TYPE=Debug")
		})
	}
	t.Run("clang", func(t *testing.T) { testCPP(t, behaviorCPP(t), "CC=clang", "CXX=clang++") })
}
