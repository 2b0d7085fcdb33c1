package measure

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Printed returns a probe of a program that prints lines of a key and a number. A blank separates the probe's
// name from the key.
func Printed(name string, c Command) Probe {
	return Probe{Name: name, Once: func(ctx context.Context) (Values, error) {
		u, err := c.Run(ctx)
		if err != nil {
			return nil, err
		}
		return u.Numbers()
	}}
}

// Numbers parses the output of a command: lines of a key and a number.
func (u Usage) Numbers() (Values, error) { return numbers(u.Out) }

func numbers(text string) (Values, error) {
	values := Values{}
	for line := range strings.Lines(text) {
		key, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, fmt.Errorf("line %q: expected a key and a number: %w", line, err)
		}
		values[" "+key] = value
	}
	return values, nil
}
