package diff

import (
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// shownText is the number of bytes of a text that its formatted form has at least.
const shownText = 64

// valueText formats a value. If element n of its data differs, it formats that element, unless the whole value shows it.
func (s *side) valueText(in *param, call *file.Call, n int) string {
	if n >= 0 {
		if text := s.elementText(in, call, n); text != "" {
			return text
		}
	}
	if in.at == len(call.Args) {
		result, _ := s.text.Result(call)
		return result.Text
	}
	return s.text.Arg(call, in.at).Text
}

// elementText formats element n of the data of a value; "" if the formatted value is better.
func (s *side) elementText(in *param, call *file.Call, n int) string {
	d := value(call, in.at).Data
	if d == nil || calltext.HasText(in.Param) && n < shownText {
		return ""
	}
	data, err := s.Payload(d.Payloads)
	if err != nil {
		return ""
	}
	if calltext.HasText(in.Param) {
		return textAt(data, n)
	}
	list, cell := s.split(in, data)
	switch {
	case n >= len(list):
		return fmt.Sprintf("%d elements", len(list))
	case cell == tracepb.Cell_CELL_NONE: // such as pixels
		return fmt.Sprintf("byte %d: %d", n, list[n])
	case len(list) == 1:
		return ""
	}
	r := in.reading
	if on, depends := r.DependsOn(); depends {
		r = s.text.When(call.Function, r, call.Args[on].Bits)
	}
	if r.IsAttribs() {
		return ""
	}
	return fmt.Sprintf("element %d: %s", n, r.Text(list[n], cell))
}

// textAt formats the part of a text around byte n.
func textAt(text []byte, n int) string {
	if n >= len(text) {
		return fmt.Sprintf("%d bytes", len(text))
	}
	return fmt.Sprintf("at byte %d: %s", n, calltext.QuotePart(text[n:min(n+shownText, len(text))], uint64(len(text)-n)))
}

// errorText formats a GL error.
func errorText(code uint64) string {
	if code == 0 {
		return "no error"
	}
	return calltext.Enum("ErrorCode", code)
}
