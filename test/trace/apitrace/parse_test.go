package apitrace

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"
)

// packed returns a trace in apitrace's format, in two chunks.
func packed(text string) string {
	out := magic
	for _, part := range []string{text[:len(text)/2], text[len(text)/2:]} {
		chunk := s2.EncodeSnappy(nil, []byte(part))
		out += string(binary.LittleEndian.AppendUint32(nil, uint32(len(chunk)))) + string(chunk)
	}
	return out
}

const begin = "\x06\x06\x01a\x02bc\x00" // versions and a property

// A call with each type of value and a nested call, which is repeated.
const (
	outer = "\x00\x01\x05\x03all\x0c\x01a\x01b\x01c\x01d\x01e\x01f\x01g\x01h\x01i\x01j\x01k\x01l" +
		"\x01\x00\x00\x01\x01\x01\x01\x02\x02\x01\x03\x03\x02\x01\x04\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" +
		"\x01\x05\x05\xcd\xcc\xcc\x3d\x01\x06\x06\x00\x00\x00\x00\x00\x00\xf8\x7f\x01\x07\x07\x02\xc3\xa9\x01\x08\x08\x03\x00\xff\n" +
		"\x01\x09\x09\x00\x02\x01A\x04\x03\x01B\x03\x03\x03\x03\x01\x0a\x0a\x00\x01\x01C\x04\x05\x00"
	inner = "\x00\x01\x06\x01x\x00\x00" + "\x01\x01\x05\x01\x02\x04\x07\x00"
	rest  = "\x01\x00\x01\x0b\x0b\x02\x0d\x90\x4e\x0e\x07\x01a\x09\x00\x04\x03\x00"
	again = "\x00\x02\x06\x00\x01\x02\x00"
)

func TestParseTrace(t *testing.T) {
	list := Value{Kind: List, Items: []Value{number(10000), number(3)}}
	float := func(f float64) Value { return Value{Kind: Float, Float: f} }
	want := []*Call{{No: 1, Thread: 1, Name: "x", Args: []Arg{}, Result: number(7), Fake: true},
		{No: 0, Thread: 1, Name: "all", Args: []Arg{{"a", number(0)}, {"b", number(0)}, {"c", number(1)}, {"d", number(1<<64 - 2)}, {"e", number(1<<64 - 1)},
			{"f", float(float64(float32(0.1)))}, {"g", float(math.NaN())}, {"h", Value{Kind: Text, Text: "é"}}, {"i", Value{Kind: Data, Text: "\x00\xff\n"}},
			{"j", number(1<<64 - 3)}, {"k", number(5)}, {"l", list}}},
		{No: 2, Thread: 2, Name: "x", Args: []Arg{}}}
	var got []*Call
	err := ParseTrace(strings.NewReader(packed(begin+outer+inner+rest+again)), func(c *Call) error { got = append(got, c); return nil })
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d calls, %v", len(got), err)
	}
	if f := &got[1].Args[6].Float; math.IsNaN(*f) {
		*f, want[1].Args[6].Float = 0, 0 // NaN differs from itself
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
}

// A truncated trace is reported, and all calls before that point are read.
func TestParseTraceCut(t *testing.T) {
	const first = begin + "\x00\x01\x06\x01x\x00\x00\x01\x00\x00"
	const whole = first + "\x00\x01\x06\x00\x01\x01\x02\x08\x12aaaaaaaaaaaaaaaaaa\x00"
	for at := len(first) + 1; at < len(whole); at++ {
		calls := 0
		err := ParseTrace(strings.NewReader(packed(whole[:at])), func(*Call) error { calls++; return nil })
		if calls != 1 || (err != nil && !errors.Is(err, io.ErrUnexpectedEOF)) {
			t.Errorf("%d bytes: %d calls, %v", at, calls, err)
		}
	}
	file := packed(whole) // the boundary of its chunks is inside a call
	for at := len(magic) + 1; at < len(file); at++ {
		err := ParseTrace(strings.NewReader(file[:at]), func(*Call) error { return nil })
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes of %d: %v", at, len(file), err)
		}
	}
}

func TestParseTraceBad(t *testing.T) {
	for name, text := range map[string]string{
		"version": "\x05\x06\x00", "event": begin + "\x02", "end of nothing": begin + "\x01\x00\x00", "detail": begin + "\x00\x01\x06\x01x\x00\x09",
		"argument": begin + "\x00\x01\x06\x01x\x00\x01\x00\x00\x00", "type": begin + "\x00\x01\x06\x01x\x00\x02\x63", "text": begin + "\x00\x01\x06\xff\xff\xff\xff\x7f",
	} {
		if err := ParseTrace(strings.NewReader(packed(text)), func(*Call) error { return nil }); err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, file := range []string{"", "no", magic + "\xff\xff\xff\xff", magic + "\x01\x00\x00\x00\xff", magic + "\x01\x00\x00\x00\xff" + packed(begin)[len(magic):]} {
		if err := ParseTrace(strings.NewReader(file), func(*Call) error { return nil }); err == nil {
			t.Errorf("%q is read", file)
		}
	}
}
