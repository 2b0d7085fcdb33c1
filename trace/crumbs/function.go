package crumbs

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Type is the type of a value in the file.
type Type string

// The types.
const (
	Int     Type = "i" // 32 bits, signed
	Uint    Type = "u" // 32 bits
	Float   Type = "f" // 32 bits
	Long    Type = "I" // 64 bits, signed
	Ulong   Type = "U" // 64 bits
	Double  Type = "d" // 64 bits
	Pointer Type = "p" // 64 bits on each machine
)

// size returns the size in bytes.
func (t Type) size() int {
	if t == Int || t == Uint || t == Float {
		return 4
	}
	return 8
}

// value returns the bits of a value, with the sign of a signed one.
func (t Type) value(data []byte) uint64 {
	switch {
	case t == Int:
		return uint64(int64(int32(binary.LittleEndian.Uint32(data))))
	case t.size() == 4:
		return uint64(binary.LittleEndian.Uint32(data))
	}
	return binary.LittleEndian.Uint64(data)
}

// Function is a function that the layer intercepts.
type Function struct {
	Name   string
	Params []Param
	Result Type // "" for none
}

// Param is a parameter.
type Param struct {
	Name string
	Type Type
}

// parseFunctions parses the lines of the file: "glCreateShader type:u =:u".
func parseFunctions(text string) ([]*Function, error) {
	var list []*Function
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || len(list) == maxFunction {
			return nil, fmt.Errorf("function %d has no name", len(list))
		}
		f := &Function{Name: words[0]}
		for _, word := range words[1:] {
			name, letter, _ := strings.Cut(word, ":")
			if len(letter) != 1 || !strings.Contains("iufIUdp", letter) {
				return nil, fmt.Errorf("function %.100q: unknown type in %.100q", f.Name, word)
			}
			if name == "=" {
				f.Result = Type(letter)
			} else {
				f.Params = append(f.Params, Param{name, Type(letter)})
			}
		}
		list = append(list, f)
	}
	return list, nil
}
