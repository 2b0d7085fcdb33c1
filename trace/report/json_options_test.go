package report

import (
	"encoding/json"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// The header has every option of a recording that is on or off, with the name of its field.
func TestJSONOptions(t *testing.T) {
	fields := (&tracepb.Options{}).ProtoReflect().Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if field.Kind() != protoreflect.BoolKind || field.Name() == "recording" {
			continue
		}
		o := &tracepb.Options{}
		o.ProtoReflect().Set(field, protoreflect.ValueOfBool(true))
		text, err := json.Marshal(optionsOf(o))
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]bool
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		for name, on := range got {
			if on != (name == string(field.Name())) {
				t.Errorf("with %s, %s is %t", field.Name(), name, on)
			}
		}
		if !got[string(field.Name())] {
			t.Errorf("the header lacks %s", field.Name())
		}
	}
}
