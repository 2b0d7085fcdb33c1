package report

import (
	"bufio"
	"context"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// columns are the column names of the CSV export.
var columns = []string{"i", "frame", "thread", "context", "start_ns", "duration_ns", "name", "arguments", "result", "flags", "error"}

// writeCSV writes one row for each call.
func writeCSV(ctx context.Context, w io.Writer, x *Export) error {
	out := csv.NewWriter(bufio.NewWriterSize(w, 64<<10))
	if err := out.Write(columns); err != nil {
		return err
	}
	in := x.words()
	err := x.each(ctx, in, func(c *file.CallWithError) error { return out.Write(row(LineOf(in, c))) })
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

func row(l Line) []string {
	duration, result := "", ""
	if l.Duration != nil {
		duration = strconv.FormatInt(*l.Duration, 10)
	}
	if l.Result != nil {
		result = l.Result.Text
	}
	return []string{strconv.Itoa(l.Index), strconv.Itoa(l.Frame), strconv.FormatUint(uint64(l.Thread), 10), strconv.FormatUint(uint64(l.Context), 10),
		strconv.FormatInt(l.Start, 10), duration, l.Name, strings.Join(argTexts(l), ", "), result, strings.Join(l.Flags, " "), l.Error}
}

// argTexts returns the arguments, each as name=text.
func argTexts(l Line) []string {
	args := make([]string, len(l.Args))
	for i, a := range l.Args {
		args[i] = a.Name + "=" + a.Text
	}
	return args
}
