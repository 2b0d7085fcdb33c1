package report

import (
	"context"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// parquetCall is a row of the Parquet export. The columns that the CSV export has, too, have the same names.
type parquetCall struct {
	Index     int64        `parquet:"i,delta"`
	Frame     *int32       `parquet:"frame,optional"` // nil after the last frame
	Thread    uint32       `parquet:"thread"`
	Context   uint32       `parquet:"context"`
	Start     int64        `parquet:"start_ns,delta"`
	Duration  *int64       `parquet:"duration_ns,optional"`
	Depth     int32        `parquet:"depth"`
	Name      string       `parquet:"name,dict"`
	Arguments string       `parquet:"arguments,dict"`
	Args      []parquetArg `parquet:"args,list"`
	Result    *string      `parquet:"result,optional,dict"`
	Flags     string       `parquet:"flags,dict"`
	Error     *string      `parquet:"error,optional,dict"`
	Draw      bool         `parquet:"draw"`
	Vertices  *int64       `parquet:"vertices,optional"`  // of a draw whose arguments have the number
	Instances *int64       `parquet:"instances,optional"` // of an instanced draw
	DataBytes int64        `parquet:"data_bytes"`         // captured data
}

type parquetArg struct {
	Name  string `parquet:"name,dict"`
	Value string `parquet:"value,dict"`
}

// A row group ends after this many rows or bytes of texts, so that memory does not grow with the recording.
// Tests change groupRows.
var groupRows int64 = 1 << 16

const groupBytes = 16 << 20

// writeParquet writes a table with a row for each call.
func writeParquet(ctx context.Context, w io.Writer, x *Export) error {
	hello := x.File.Hello()
	out := parquet.NewGenericWriter[parquetCall](w, parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(groupRows),
		parquet.KeyValueMetadata("process", validUTF8(hello.GetProcess())), parquet.KeyValueMetadata("arch", validUTF8(hello.GetArch())))
	in, size, rows := x.words(), 0, make([]parquetCall, 1)
	err := x.each(ctx, in, func(c *file.CallWithError) error {
		rows[0] = parquetRow(LineOf(in, c), c.Call)
		if _, err := out.Write(rows); err != nil {
			return err
		}
		if size += 2 * len(rows[0].Arguments); size < groupBytes {
			return nil
		}
		size = 0
		return out.Flush()
	})
	if err != nil {
		return err
	}
	return out.Close()
}

func parquetRow(l Line, c *file.Call) parquetCall {
	p := parquetCall{Index: int64(l.Index), Thread: l.Thread, Context: l.Context, Start: l.Start, Duration: l.Duration, Depth: int32(l.Depth),
		Name: validUTF8(l.Name), Arguments: validUTF8(strings.Join(argTexts(l), ", ")), Flags: strings.Join(l.Flags, " "),
		Draw: c.Function.IsDraw(), DataBytes: dataBytes(c)}
	if frame := int32(l.Frame); frame >= 0 {
		p.Frame = &frame
	}
	for _, a := range l.Args {
		p.Args = append(p.Args, parquetArg{validUTF8(a.Name), validUTF8(a.Text)})
	}
	if l.Result != nil {
		text := validUTF8(l.Result.Text)
		p.Result = &text
	}
	if l.Error != "" {
		p.Error = &l.Error
	}
	if p.Draw {
		p.Vertices, p.Instances = argument(c, "count"), argument(c, "instancecount", "primcount")
	}
	return p
}

// argument returns the integer that has one of these names among the arguments, or nil.
func argument(c *file.Call, names ...string) *int64 {
	for i := range c.Function.Params {
		for _, name := range names {
			if p := &c.Function.Params[i]; p.Name == name && !strings.HasSuffix(p.Type, "*") {
				n := int64(int32(c.Args[i].Bits))
				return &n
			}
		}
	}
	return nil
}
