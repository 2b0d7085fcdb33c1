//go:build linux

package player_test

import (
	"encoding/binary"
	"math"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// arg is an argument of an operation. The offset of its data is set when the operation is written.
type arg struct {
	kind  uint8
	value uint64
	data  []byte
}

func number[T int | uint32 | int64 | uint64](n T) arg { return arg{value: uint64(n)} }
func float(f float32) arg                             { return arg{value: uint64(math.Float32bits(f))} }
func reg(n int) arg                                   { return arg{kind: 1, value: uint64(n)} }
func data(b []byte) arg                               { return arg{kind: 2, data: b} }
func offset(n int) arg                                { return arg{kind: 3, value: uint64(n)} }
func names(registers ...uint32) arg                   { return arg{kind: 4, data: words(registers...)} }
func out() arg                                        { return arg{kind: 7} }
func outNames(registers ...uint32) arg                { return arg{kind: 8, data: words(registers...)} }
func kept(n int) arg                                  { return arg{kind: 13, value: uint64(n)} }
func outHandles(registers ...uint32) arg              { return arg{kind: 9, data: words(registers...)} }
func slots(numbers ...uint32) arg                     { return arg{kind: 14, data: words(numbers...)} }

func texts(list ...string) arg {
	var all []byte
	for _, s := range list {
		all = append(append(all, s...), 0)
	}
	return arg{kind: 6, data: all}
}

func words[T uint32 | int32](list ...T) []byte {
	var out []byte
	for _, w := range list {
		out = binary.LittleEndian.AppendUint32(out, uint32(w))
	}
	return out
}

func floats(list ...float32) []byte {
	var out []byte
	for _, f := range list {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
	}
	return out
}

// The operations of the player itself.
const (
	opSurface = 0xFF00 + iota
	opResize
	opConfig
	opVertices
	opMapped
	opSource
	opTime
	opFrame
	opEnd
	opValue
	opKeep
	opRead
	opCount
	opCounts
	opClock
	opFlush
	opPixel
	opTexture
	opCountAt
	opTests
	opCopy
	opOutputs
	opCapture
	opCaptured
	opLog
	opContext
	opPayload
	opChange
)

// functions has the IDs of the player's functions by name.
var functions struct {
	sync.Once
	ids map[string]uint16
	err error
}

// script is a script that is being written.
type script struct {
	t      testing.TB
	bytes  []byte
	thread uint16
	flags  uint8
	calls  uint64
}

func newScript(t testing.TB) *script {
	return &script{t: t, bytes: []byte("GLPLAY\x00\x01"), thread: 1}
}

// call adds a call without a result.
func (s *script) call(function string, args ...arg) { s.into(0, function, args...) }

// into adds a call with a register for its result.
func (s *script) into(result int, function string, args ...arg) {
	s.t.Helper()
	functions.Do(func() {
		functions.ids, functions.err = (&replay.Player{Path: playerPath(s.t)}).Functions(s.t.Context())
	})
	id, ok := functions.ids[function]
	if !ok {
		s.t.Fatalf("%s: unknown function, %v", function, functions.err)
	}
	s.operation(id, result, args...)
}

func pad(b []byte) []byte { return append(b, make([]byte, -len(b)&7)...) }

func (s *script) operation(function uint16, result int, args ...arg) {
	const head = 24
	at := head + 8*len(args) + (len(args)+7)&^7
	var values, kinds, parts []byte
	for _, a := range args {
		if a.data != nil {
			a.value = uint64(len(a.data))<<32 | uint64(at+len(parts))
			parts = pad(append(parts, a.data...))
		}
		values = binary.LittleEndian.AppendUint64(values, a.value)
		kinds = append(kinds, a.kind)
	}
	op := binary.LittleEndian.AppendUint32(nil, uint32(at+len(parts)))
	op = binary.LittleEndian.AppendUint16(op, function)
	op = binary.LittleEndian.AppendUint16(op, s.thread)
	op = binary.LittleEndian.AppendUint32(op, uint32(result))
	op = append(op, uint8(len(args)), s.flags, 0, 0)
	op = binary.LittleEndian.AppendUint64(op, s.calls)
	s.bytes = append(append(append(append(s.bytes, op...), values...), pad(kinds)...), parts...)
	s.calls++
}
