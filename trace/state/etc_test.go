//go:build linux

package state

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// side is the size of the test textures: 4096 blocks, so that all modes occur.
const side = 256

// TestAsMesaDoes compares the decoded pixels of random blocks with those of the Mesa driver, for each format.
func TestAsMesaDoes(t *testing.T) {
	program := filepath.Join(t.TempDir(), "unpack")
	build := exec.Command("gcc", "-Wall", "-Wextra", "-Werror", "-o", program, "testdata/unpack.c", "-lEGL", "-lGLESv2")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v (a missing program: make deps)\n%s", err, out)
	}
	random := rand.NewChaCha8([32]byte{7})
	for enum, f := range etcFormats {
		blocks := make([]byte, side*side/16*f.Bytes)
		_, _ = random.Read(blocks)
		if enum == 0x8D64 {
			blocks = oldBlocks(blocks)
		}
		cmd := exec.CommandContext(t.Context(), program, fmt.Sprint(enum), fmt.Sprint(side))
		cmd.Env = append(os.Environ(), "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1")
		cmd.Stdin, cmd.Stderr = bytes.NewReader(blocks), os.Stderr
		want, err := cmd.Output()
		if err != nil || len(want) != side*side*16 {
			t.Fatalf("0x%x: %v, %d bytes", enum, err, len(want))
		}
		compare(t, enum, f, blocks, want)
	}
}

// oldBlocks removes blocks that use ETC2 modes: those whose second base color is out of range.
func oldBlocks(blocks []byte) []byte {
	for at := 0; at < len(blocks); at += 8 {
		blocks[at+3] &^= 2 // individual base colors
	}
	return blocks
}

func compare(t *testing.T, enum uint32, f etcFormat, blocks, want []byte) {
	t.Helper()
	wrong := 0
	for n := range len(blocks) / f.Bytes {
		var out etcBlock
		f.Unpack(blocks[n*f.Bytes:(n+1)*f.Bytes], &out)
		for i, got := range out {
			x, y := n%(side/etcSide)*etcSide+i%etcSide, n/(side/etcSide)*etcSide+i/etcSide
			is := pixel(want[16*(y*side+x):])
			if !near(got, is, f.Deep) {
				if wrong++; wrong < 4 {
					t.Errorf("0x%x, block %x, pixel %d: %v, the driver has %v", enum, blocks[n*f.Bytes:(n+1)*f.Bytes], i, got, is)
				}
			}
		}
	}
	if wrong > 0 {
		t.Errorf("0x%x: %d of %d pixels are wrong", enum, wrong, side*side)
	}
}

func pixel(b []byte) (c [4]float64) {
	for n := range c {
		c[n] = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*n:])))
	}
	return c
}

// near allows for the precision of the driver's own format: exact for 8 bits, almost exact for 11 bits.
func near(c color.NRGBA64, want [4]float64, deep bool) bool {
	most := 1e-6
	if deep {
		most = 1e-4
	}
	for n, v := range []uint16{c.R, c.G, c.B, c.A} {
		if math.Abs(float64(v)/65535-max(want[n], 0)) > most {
			return false
		}
	}
	return true
}
