package state

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
)

//go:embed data/pixels.tsv
var pixelsTable string

// pixelFormat has the channels of a pixel in order, one letter each.
type pixelFormat struct {
	channels string
	integer  bool
}

// pixelType describes the layout of a channel, or of a packed pixel.
type pixelType struct {
	bytes  int
	what   string
	fields [][2]uint // of a packed pixel: lowest bit and number of bits of each channel
}

type pixelTables struct {
	formats map[uint32]pixelFormat
	types   map[uint32]pixelType
}

var pixelTable = sync.OnceValue(func() pixelTables {
	t := pixelTables{map[uint32]pixelFormat{}, map[uint32]pixelType{}}
	for _, row := range table.Rows("pixels.tsv", pixelsTable, 4) {
		value, words := uint32(literal(row[1], cellUint)), strings.Fields(row[2])
		if row[0] == "format" {
			t.formats[value] = pixelFormat{words[0], len(words) > 1}
			continue
		}
		bytes, _ := strconv.Atoi(words[0])
		one := pixelType{bytes: bytes, what: words[1]}
		for _, field := range words[2:] {
			var low, bits uint
			fmt.Sscanf(field, "%d:%d", &low, &bits)
			one.fields = append(one.fields, [2]uint{low, bits})
		}
		t.types[value] = one
	}
	return t
})

// pixels is a combination of format and type.
type pixels struct {
	format pixelFormat
	kind   pixelType
	size   int // bytes of a pixel
}

// PixelSize returns the size in bytes of a pixel with a format and a type, or 0 for an unknown one.
func PixelSize(format, kind uint32) int {
	p, err := pixelsOf(format, kind)
	if err != nil {
		return 0
	}
	return p.size
}

func pixelsOf(format, kind uint32) (pixels, error) {
	t := pixelTable()
	f, known := t.formats[format]
	k, too := t.types[kind]
	if !known || !too || len(k.fields) > 0 && len(f.channels) > len(k.fields) {
		return pixels{}, fmt.Errorf("unsupported pixel format %s with type %s", calltext.Enum("PixelFormat", uint64(format)), calltext.Enum("PixelType", uint64(kind)))
	}
	p := pixels{f, k, k.bytes}
	if k.fields == nil {
		p.size *= len(f.channels)
	}
	return p, nil
}

// value returns the value of a channel's bits as a fraction. Normalized values are scaled to the full range;
// values of integer formats are limited to 255.
func (p *pixels) value(v, word uint64, bits uint) float64 {
	switch p.kind.what {
	case "half":
		return Half(uint16(v))
	case "float", "depth":
		return float64(math.Float32frombits(uint32(v)))
	case "signed":
		return p.fraction(float64(int64(v<<(64-bits))>>(64-bits)), bits-1)
	case "small": // unsigned floats: 5 bits of exponent, then the fraction
		return Half(uint16(v << (15 - bits)))
	case "shared":
		return float64(v) * math.Exp2(float64(word>>27)-24)
	}
	return p.fraction(float64(v), bits)
}

func (p *pixels) fraction(v float64, bits uint) float64 {
	if p.format.integer {
		return v / 255
	}
	return v / (math.Exp2(float64(bits)) - 1)
}

// Half decodes a 16-bit float.
func Half(v uint16) float64 {
	exponent, fraction := int(v>>10&31), float64(v&1023)
	var f float64
	switch exponent {
	case 0:
		f = fraction * math.Exp2(-24)
	case 31:
		f = math.Inf(1)
		if fraction != 0 {
			f = math.NaN()
		}
	default:
		f = (1024 + fraction) * math.Exp2(float64(exponent-25))
	}
	if v>>15 != 0 {
		return -f
	}
	return f
}
