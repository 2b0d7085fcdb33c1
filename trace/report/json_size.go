package report

import (
	"context"
	"encoding/base64"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// sampleEvery is the distance of the calls whose text is formatted for an estimate.
const sampleEvery = 61 // prime: calls of a frame often repeat with a period

// jsonSize estimates the size of a JSON export: the lines of every 61st call, and the sizes of all data.
func jsonSize(ctx context.Context, x *Export) (Size, error) {
	var lines countWriter
	plain := &Export{File: x.File, Filter: x.Filter, Data: DataNone}
	j := newJSONLines(&lines, plain)
	if err := j.about(); err != nil {
		return Size{}, err
	}
	if err := j.out.Flush(); err != nil {
		return Size{}, err
	}
	start, data, sampled := int64(lines), int64(0), 0
	stored := map[uint64]bool{} // first payloads: equal contents have equal IDs
	err := plain.each(ctx, j.words, func(c *file.CallWithError) error {
		data += x.dataSize(c.Call, stored)
		if (plain.Calls-1)%sampleEvery != 0 {
			return nil
		}
		sampled++
		return j.call(c)
	})
	if err == nil {
		err = j.out.Flush()
	}
	size := Size{Calls: plain.Calls, Bytes: start + data, Sampled: sampled}
	if sampled > 0 {
		size.Bytes += (int64(lines) - start) * int64(plain.Calls) / int64(sampled)
	}
	return size, err
}

// dataSize returns the bytes that the data of a call takes.
func (x *Export) dataSize(c *file.Call, stored map[uint64]bool) (n int64) {
	for i := range c.Args {
		n += x.valueSize(&c.Function.Params[i], c.Args[i], stored)
	}
	if c.Function.Result != nil {
		n += x.valueSize(c.Function.Result, c.Result, stored)
	}
	return n
}

func (x *Export) valueSize(p *file.Param, v file.Value, stored map[uint64]bool) int64 {
	if v.Data == nil || len(v.Data.Payloads) == 0 || inLine(p, v.Data) {
		return 0
	}
	switch size := v.CapturedSize(); x.Data {
	case DataBase64:
		return int64(base64.StdEncoding.EncodedLen(int(size)))
	case DataFiles:
		if first := v.Data.Payloads[0]; !stored[first] {
			stored[first] = true
			return size
		}
	}
	return 0
}

// inLine reports whether the value of a line has the data.
func inLine(p *file.Param, d *file.Data) bool {
	size, cell := calltext.Element(p.Element)
	return d.Capture == tracepb.Capture_CAPTURE_DATA && (calltext.HasText(p) || cell != tracepb.Cell_CELL_NONE && d.Size/uint64(size) <= mostList)
}

// countWriter counts the bytes that are written.
type countWriter int64

func (c *countWriter) Write(p []byte) (int, error) { *c += countWriter(len(p)); return len(p), nil }
