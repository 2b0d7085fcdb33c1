package gen

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
)

//go:embed data/font.txt
var fontText string

// fontFirst is the first character of the font.
const fontFirst = ' '

// The size of a character of the font, in pixels.
const fontWidth, fontHeight = 5, 8

// fontRows returns the rows of each character of font.txt, from space on, with the left pixel in the highest bit.
func fontRows() (glyphs [][]csyntax.Expr, err error) {
	for line := range strings.Lines(fontText) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "glyph "):
			if want := fmt.Sprintf("glyph %d", fontFirst+len(glyphs)); line != want {
				return nil, fmt.Errorf("font.txt: %q instead of %q", line, want)
			}
			glyphs = append(glyphs, nil)
		case len(line) == fontWidth && len(glyphs) > 0 && strings.Trim(line, ".#") == "":
			bits := uint64(0)
			for _, pixel := range line {
				bits <<= 1
				if pixel == '#' {
					bits |= 1
				}
			}
			glyphs[len(glyphs)-1] = append(glyphs[len(glyphs)-1], csyntax.Hex(bits))
		default:
			return nil, fmt.Errorf("font.txt: invalid line %q", line)
		}
	}
	for i, rows := range glyphs {
		if len(rows) != fontHeight {
			return nil, fmt.Errorf("font.txt: glyph %d has %d rows", fontFirst+i, len(rows))
		}
	}
	return glyphs, nil
}
