package report

import (
	"context"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/csource"
)

// forC returns the conversion of the recording to a program in C, which is prepared once.
func (x *Export) forC(ctx context.Context) (*csource.Export, error) {
	if x.c != nil {
		return x.c, nil
	}
	converted, err := csource.New(ctx, x.File, x.Filter.To)
	x.c = converted
	return converted, err
}

func limitsOfC(ctx context.Context, x *Export) ([]string, error) {
	converted, err := x.forC(ctx)
	if err != nil {
		return nil, err
	}
	return converted.Limits(), nil
}

// writeC writes a program in C, and its data to the store if there is one.
func writeC(ctx context.Context, w io.Writer, x *Export) error {
	converted, err := x.forC(ctx)
	if err != nil {
		return err
	}
	var store csource.Store
	if converted.Title = x.Name; x.Store != nil {
		store, converted.DataName = x.Store, x.Store.Name
	}
	err = converted.Write(ctx, w, store)
	x.Calls = converted.Calls
	return err
}
