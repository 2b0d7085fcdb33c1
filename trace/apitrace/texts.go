package apitrace

import (
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// texts writes the array of texts of a call.
func (x *writer) texts(c *file.Call, data []byte) error {
	lengths, err := calltext.TextLengths(x.file.Payload, c)
	if err != nil {
		return err
	}
	n := 0
	for range calltext.Texts(data, lengths) {
		n++
	}
	x.array(n)
	for one := range calltext.Texts(data, lengths) {
		x.string(one)
	}
	return nil
}
