//go:build heavy

package test

import "testing"

func TestDevicePushPulledCableEverywhere(t *testing.T) { pullCable(t, 1) }
