package format

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Fields returns fields of all wire types, and ends with an error at an invalid one.
func TestFields(t *testing.T) {
	body := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), math.MaxUint64)
	body = protowire.AppendFixed32(protowire.AppendTag(body, 2, protowire.Fixed32Type), 7)
	body = protowire.AppendBytes(protowire.AppendTag(body, 3, protowire.BytesType), []byte("abc"))
	body = protowire.AppendBytes(protowire.AppendTag(body, 3, protowire.BytesType), nil)
	printed := ""
	for f, err := range Fields(body) {
		printed += fmt.Sprint(f.Number, f.Type, len(f.Content), f.Uint() == math.MaxUint64, err, "; ")
	}
	if want := "1 0 10 true <nil>; 2 5 4 false <nil>; 3 2 3 false <nil>; 3 2 0 false <nil>; "; printed != want {
		t.Errorf("%s\n%s", printed, want)
	}
	for n := 1; n < 11; n++ {
		for f, err := range Fields(body[:n]) {
			if err == nil {
				t.Errorf("%d bytes: found a field: %v", n, f)
			}
		}
	}
}

func TestPayload(t *testing.T) {
	for _, c := range []struct {
		size int
		id   uint64
		good bool
	}{{0, 1, true}, {MaxPayload, 9, true}, {MaxPayload + 1, 9, false}, {5, 0, false}} {
		want := bytes.Repeat([]byte("x"), c.size)
		body, err := proto.Marshal(&tracepb.Payload{Id: c.id, Content: want})
		if err != nil {
			t.Fatal(err)
		}
		id, content, err := Payload(body)
		if (err == nil) != c.good || c.good && (id != c.id || !bytes.Equal(content, want)) {
			t.Errorf("%+v: %d, %d bytes, %v", c, id, len(content), err)
		}
	}
	if _, _, err := Payload([]byte{0x12, 0xff}); err == nil {
		t.Error("a truncated field was read")
	}
}
