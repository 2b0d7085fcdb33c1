package tracetest

import (
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// definitions are the function definitions that the recorder writes.
var definitions = sync.OnceValue(func() map[string][]byte {
	all, err := recorder.Definitions()
	if err != nil {
		panic(err)
	}
	return all
})

// function returns the definition of a command or a synthetic function, or nil for an unknown name.
func function(name string) *tracepb.Function {
	definition, ok := definitions()[name]
	if !ok {
		return nil
	}
	f := &tracepb.Function{}
	if err := proto.Unmarshal(definition, f); err != nil {
		panic(err)
	}
	f.Id = 0
	return f
}
