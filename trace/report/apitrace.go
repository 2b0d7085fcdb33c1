package report

import (
	"context"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/apitrace"
)

// forAPITrace returns the conversion of the recording, which is prepared once.
func (x *Export) forAPITrace(ctx context.Context) (*apitrace.Export, error) {
	if x.apitrace != nil {
		return x.apitrace, nil
	}
	converted, err := apitrace.New(ctx, x.File)
	x.apitrace = converted
	return converted, err
}

func apitraceLimits(ctx context.Context, x *Export) ([]string, error) {
	converted, err := x.forAPITrace(ctx)
	if err != nil {
		return nil, err
	}
	return converted.Limits(), nil
}

// writeAPITrace writes a trace of apitrace.
func writeAPITrace(ctx context.Context, w io.Writer, x *Export) error {
	converted, err := x.forAPITrace(ctx)
	if err != nil {
		return err
	}
	x.Calls = x.File.Len()
	return converted.Write(ctx, w)
}
