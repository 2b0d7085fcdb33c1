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

// side is how many pixels the test's textures have on each side: 4096 blocks, so that all modes are among them.
const side = 256

// TestAsMesaDoes: each format's blocks, of random bits, are unpacked as the driver unpacks them.
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

// oldBlocks keeps what ETC1 has too: those whose second color is none are left to ETC2.
func oldBlocks(blocks []byte) []byte {
	for at := 0; at < len(blocks); at += 8 {
		blocks[at+3] &^= 2 // colors of their own
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

// near allows for what the driver's own format loses: nothing of 8 bits, next to nothing of 11.
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
