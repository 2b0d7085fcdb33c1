package calltext

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// mostText is how many bytes of a text are shown.
const mostText = 80

// Quote puts text between quotes, escaped, and cuts it where it is long.
func Quote(text []byte) string { return QuotePart(text, uint64(len(text))) }

// QuotePart is Quote of the beginning of a text that has so many bytes.
func QuotePart(text []byte, size uint64) string {
	short := text
	if len(short) > mostText {
		short = short[:mostText]
		for n := 1; n < utf8.UTFMax && !utf8.Valid(short) && utf8.Valid(text[:mostText-n]); n++ {
			short = text[:mostText-n]
		}
	}
	var b strings.Builder
	b.WriteByte('"')
	for s := short; len(s) > 0; {
		r, size := utf8.DecodeRune(s)
		escape(&b, r, s[:size])
		s = s[size:]
	}
	b.WriteByte('"')
	if uint64(len(short)) < size {
		b.WriteString("... (" + strconv.FormatUint(size, 10) + " bytes)")
	}
	return b.String()
}

func escape(b *strings.Builder, r rune, bytes []byte) {
	switch {
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\t':
		b.WriteString(`\t`)
	case r == '"' || r == '\\':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r == utf8.RuneError && len(bytes) == 1, r < ' ', r == 0x7f:
		b.WriteString(`\x` + strconv.FormatUint(0x100|uint64(bytes[0]), 16)[1:])
	case !strconv.IsPrint(r):
		b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
	default:
		b.WriteRune(r)
	}
}
