//go:build heavy && linux

package programs

import (
	"strings"
	"testing"
)

func TestES2Info(t *testing.T) {
	p := program{argv: []string{"es2_info"}, env: []string{startX11(t).env}}
	if plain := p.same(t); strings.Count(plain.out, "\n") < 20 {
		t.Errorf("es2_info said only\n%s%s", plain.out, plain.errOut)
	}
}

// The gears rotate by the clock. Every five seconds of the clock the program prints the number of frames.
func TestES2Gears(t *testing.T) {
	x := startX11(t)
	p := program{argv: []string{"es2gears_x11"}, env: append(clock(t, 20_000, 300), x.env), busy: x.atStandstill}
	if plain := p.same(t); !strings.Contains(plain.out, " frames in 5.0 seconds = ") {
		t.Errorf("es2gears_x11 said only\n%s%s", plain.out, plain.errOut)
	}
}
