package format

import (
	"errors"
	"fmt"
	"iter"

	"google.golang.org/protobuf/encoding/protowire"
)

// MaxPayload is the maximum size in bytes of the content of a payload.
const MaxPayload = 64 << 10

// Field is an encoded field of a message.
type Field struct {
	Number  protowire.Number
	Type    protowire.Type
	Content []byte // of a length-delimited field, the bytes after the length; of other fields, the encoded value
}

// Uint returns the value of a varint field, or 0 for other types.
func (f Field) Uint() uint64 {
	if f.Type != protowire.VarintType {
		return 0
	}
	v, _ := protowire.ConsumeVarint(f.Content)
	return v
}

// Fields returns an iterator over the fields of a message. It does not use generated code, because a
// recording has many messages. Iteration ends after the first error.
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

// field returns the first field of a body and its size in bytes, which is negative if the field is invalid.
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

// MaxPayloads is the maximum size in bytes of an encoded Payloads message.
const MaxPayloads = 64 << 10

// Payloads returns an iterator over the encoded Payload messages of a Payloads message. Iteration ends after the first error.
func Payloads(body []byte) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if len(body) > MaxPayloads {
			yield(nil, fmt.Errorf("payloads of %d bytes exceed the limit of %d bytes", len(body), MaxPayloads))
			return
		}
		for f, err := range Fields(body) {
			if err == nil && (f.Number != 1 || f.Type != protowire.BytesType) {
				continue
			}
			if !yield(f.Content, err) {
				return
			}
		}
	}
}

// AppendPayloads appends an encoded Payload message to an encoded Payloads message.
func AppendPayloads(body, payload []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(body, 1, protowire.BytesType), payload)
}

// Payload decodes a Payload message. The content refers to body.
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
		return 0, nil, errors.New("payload without an ID")
	case len(content) > MaxPayload:
		return 0, nil, fmt.Errorf("payload of %d bytes exceeds the limit of %d bytes", len(content), MaxPayload)
	}
	return id, content, nil
}
