package settings

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// words are the values of a bool. The layer accepts the same ones.
var words = map[string]int32{"0": 0, "1": 1, "off": 0, "on": 1, "false": 0, "true": 1}

var isInt = lazyregexp.New(`^-?[0-9]{1,10}$`).MatchString

// CheckValue returns an error for a value that is not of the type of the setting or not in its range.
func (s Setting) CheckValue(value string) error {
	if strings.ContainsAny(value, "\n\r\x00") {
		return errors.New("a value must not contain a line break or a null character")
	}
	ok := true
	switch s.Type {
	case Bool:
		_, ok = words[value]
	case Int:
		n, err := strconv.ParseInt(value, 10, 32)
		ok = err == nil && isInt(value) && int32(n) >= s.Range[0] && int32(n) <= s.Range[1]
	case Choice:
		ok = slices.Contains(s.Choices, value)
	case Path:
		ok = value == "" || strings.HasPrefix(value, "/")
	}
	if !ok {
		return fmt.Errorf("must be %s", s.Values())
	}
	return nil
}

// Values returns the values that a setting can have.
func (s Setting) Values() string {
	switch s.Type {
	case Bool:
		return "0 or 1"
	case Int:
		return fmt.Sprintf("a number from %d to %d", s.Range[0], s.Range[1])
	case Choice:
		return "one of " + strings.Join(s.Choices, ", ")
	case Path:
		return "an absolute path"
	case Text:
		return "any text"
	}
	return "a list such as -NAME,+NAME"
}

// Number returns the value in C: the number, or the place of the word. The value is valid.
func (s Setting) Number(value string) int32 {
	switch s.Type {
	case Bool:
		return words[value]
	case Int:
		n, _ := strconv.ParseInt(value, 10, 32) // was checked
		return int32(n)
	case Choice:
		return int32(slices.Index(s.Choices, value))
	}
	return 0
}

// Check returns an error for a setting that is not declared correctly.
func (s Setting) Check() error {
	switch {
	case !isName(s.Name, "."):
		return errors.New("the name must contain only letters, digits and periods")
	case !slices.Contains([]string{Bool, Int, Choice, Path, Text, List}, s.Type):
		return fmt.Errorf("unknown type %.80q; the types are bool, int, choice, path and text", s.Type)
	case s.Type == Int && (len(s.Range) != 2 || s.Range[0] > s.Range[1]):
		return errors.New("an int needs a range of two numbers, the smaller first")
	case s.Type == Choice && (len(s.Choices) == 0 || slices.ContainsFunc(s.Choices, func(c string) bool { return !isName(c, "-_.") })):
		return errors.New("a choice needs a list of words, of letters, digits and the characters - _ .")
	}
	if err := s.CheckValue(s.Default); err != nil {
		return fmt.Errorf("default %.80q: %w", s.Default, err)
	}
	return nil
}
