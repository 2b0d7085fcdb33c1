package format

import (
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// A message to a recorder has numbers, and the bytes of its nonce: no text, so it cannot name a file.
func TestCommandHasNoText(t *testing.T) {
	checkNumbers(t, (&tracepb.Command{}).ProtoReflect().Descriptor())
}

func checkNumbers(t *testing.T, m protoreflect.MessageDescriptor) {
	t.Helper()
	for i := range m.Fields().Len() {
		switch f := m.Fields().Get(i); {
		case f.Kind() == protoreflect.MessageKind:
			checkNumbers(t, f.Message())
		case f.Kind() == protoreflect.StringKind, f.Kind() == protoreflect.BytesKind && f.FullName() != "gleslayergen.trace.Command.nonce":
			t.Errorf("%s is a %s", f.FullName(), f.Kind())
		}
	}
}
