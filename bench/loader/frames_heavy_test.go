//go:build heavy

package main

import "testing"

func TestFrames(t *testing.T) {
	once(t, "frames")
}
