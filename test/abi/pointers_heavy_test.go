//go:build heavy

package abi

import "testing"

func TestNumbersInPointersPlaceOnOtherProcessors(t *testing.T) {
	for _, g := range foreign {
		t.Run(g.arch, func(t *testing.T) { keepNumbers(t, g) })
	}
}
