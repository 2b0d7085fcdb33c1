package state

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// text formats the value of a node.
func (b *builder) text(k key, n *node) string {
	v := n.value
	switch {
	case n.pieces != nil:
		return n.pieces.describe()
	case !v.have || n.def.how == "data" && v.data == nil:
		return ""
	case v.data != nil && !v.array():
		return b.quote(n, v)
	case v.cell == cellNone:
		return v.quoted(n)
	}
	r := n.def.reading
	if n.def.how == "pname" && n.def.name == "" {
		r = calltext.PnameReading(k.name)
	}
	v = loaded(v, b.payload)
	return list(r, v)
}

// quoted puts a text of the program in quotes. Words of the tables have none.
func (v value) quoted(n *node) string {
	if v.equal(n.def.initial) || n.def.name == "made by" {
		return v.text
	}
	return calltext.Quote([]byte(v.text))
}

const mostListed = 64

func list(r calltext.Reading, v value) string {
	var out []string
	for i, bits := range v.numbers() {
		if i == mostListed {
			out = append(out, fmt.Sprintf("... %d in all", len(v.many)))
			break
		}
		out = append(out, r.Text(bits, v.cell))
	}
	return strings.Join(out, ", ")
}

// between is the separator of several texts. The parts of a shader source have none.
func between(n *node) []byte {
	if n.def.how == "data" {
		return nil
	}
	return []byte(", ")
}

func (b *builder) quote(n *node, v value) string {
	data, err := calltext.Prefix(b.payload, v.data, format.MaxPayload) // a payload has at most this size
	if err != nil {
		return "lost: " + err.Error()
	}
	text := bytes.ReplaceAll(bytes.TrimRight(data, "\x00"), []byte{0}, between(n))
	if len(v.data.Payloads) > 1 {
		return calltext.QuotePart(text, v.data.Size)
	}
	return calltext.Quote(text)
}
