package csource

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
)

// survey has what the head of the program declares. It is complete after the functions of the frames were written once.
type survey struct {
	pieces     map[string]bool   // of the program's own functions
	enums      map[string]bool   // names that not all headers have
	extensions map[string]bool   // functions that eglGetProcAddress returns
	variables  map[string]string // types by name
	names      map[any]string    // of variables, by what they stand for
	numbers    map[string]int    // how often a name got a number, because another key has it
	order      []string          // names of variables
	threads    int               // the largest number of a thread
	output     uint64            // bytes of the largest memory that the driver writes
	outputs    int               // the largest number of them in a call
	files      map[[sha256.Size]byte]int
	contents   []content // of the files
}

// content is that of a file.
type content struct {
	sum  [sha256.Size]byte
	size int
}

// name returns the name of the file: the SHA-256 of the content.
func (c *content) name() string { return hex.EncodeToString(c.sum[:]) + ".bin" }

func newSurvey() *survey {
	return &survey{pieces: map[string]bool{}, enums: map[string]bool{}, extensions: map[string]bool{}, variables: map[string]string{},
		names: map[any]string{}, numbers: map[string]int{}, threads: 1, output: leastOutput, files: map[[sha256.Size]byte]int{}}
}

const (
	// leastOutput is enough for what the driver returns except pixels and texts.
	leastOutput = 64 << 10

	// mostOutput bounds the memory for what the driver returns.
	mostOutput = 1 << 28

	// mostVariables is the maximum number of variables; programs have a hundredth of that.
	mostVariables = 1 << 20
)

var errTooManyVariables = errors.New("the recording has too many objects for a program in C")

// variable returns the name of the variable for a key, which is name unless another key has it. The type is that of the first use.
func (s *survey) variable(key any, name, ctype string) string {
	if known, ok := s.names[key]; ok {
		return known
	}
	name = s.unique(name)
	s.names[key], s.variables[name] = name, ctype
	s.order = append(s.order, name)
	return name
}

// unique returns a name that no variable has.
func (s *survey) unique(name string) string {
	free := name
	for s.variables[free] != "" {
		s.numbers[name]++
		free = name + "_v" + strconv.Itoa(s.numbers[name]+1)
	}
	return free
}

// fileOf returns the number of the file with a content, and whether it is new.
func (s *survey) fileOf(data []byte) (number int, isNew bool) {
	sum := sha256.Sum256(data)
	number, known := s.files[sum]
	if !known {
		number = len(s.contents)
		s.files[sum] = number
		s.contents = append(s.contents, content{sum, len(data)})
	}
	return number, !known
}
