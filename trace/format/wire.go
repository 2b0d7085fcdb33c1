package format

import (
	"errors"
	"fmt"
	"iter"

	"google.golang.org/protobuf/encoding/protowire"
)

// MaxPayload is the most content that one payload has.
const MaxPayload = 64 << 10

// Field is a field of a message, as it stands in its body.
type Field struct {
	Number  protowire.Number
	Type    protowire.Type
	Content []byte // of a field of bytes what is behind its length; of others the value as it stands
}

// Uint is the value of a number; 0 of all else.
func (f Field) Uint() uint64 {
	if f.Type != protowire.VarintType {
		return 0
	}
	v, _ := protowire.ConsumeVarint(f.Content)
	return v
}

// Fields are the fields of a message, read without the code that protoc makes, as there are many. After an error there is nothing
// more.
func Fields(body []byte) iter.Seq2[Field, error] {
	return func(yield func(Field, error) bool) {
		for len(body) > 0 {
			f, n := field(body)
			if n < 0 {
				yield(Field{}, protowire.ParseError(n))
				return
			}
			if body = body[n:]; !yield(f, nil) {
				return
			}
		}
	}
}

// field is the first field of a body, and how many bytes it takes; fewer than 0 where there is none.
func field(body []byte) (Field, int) {
	number, kind, tag := protowire.ConsumeTag(body)
	if tag < 0 {
		return Field{}, tag
	}
	value := body[tag:]
	n := protowire.ConsumeFieldValue(number, kind, value)
	if n < 0 {
		return Field{}, n
	}
	f := Field{number, kind, value[:n:n]}
	if kind == protowire.BytesType {
		content, _ := protowire.ConsumeBytes(value)
		f.Content = content[:len(content):len(content)]
	}
	return f, tag + n
}

// Payload reads a message Payload; its content stays in body.
func Payload(body []byte) (id uint64, content []byte, err error) {
	for f, err := range Fields(body) {
		switch {
		case err != nil:
			return 0, nil, err
		case f.Number == 1 && f.Type == protowire.VarintType:
			id = f.Uint()
		case f.Number == 2 && f.Type == protowire.BytesType:
			content = f.Content
		}
	}
	switch {
	case id == 0:
		return 0, nil, errors.New("payload without an id")
	case len(content) > MaxPayload:
		return 0, nil, fmt.Errorf("payload of %d bytes exceeds the limit of %d", len(content), MaxPayload)
	}
	return id, content, nil
}
