package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/gleslayergen/gleslayergen/internal/yaml"
)

// addRule appends a rule.
func (t *configText) addRule(rule Intercept) error {
	want := *t.now
	want.Intercept = append(slices.Clone(want.Intercept), rule)
	value, err := rule.yaml()
	if err != nil {
		return err
	}
	return t.edit(&want, func() bool { return t.addItem("intercept", value) })
}

// addUse appends a function to those that hooks call.
func (t *configText) addUse(name string) error {
	want := *t.now
	want.Use = append(slices.Clone(want.Use), name)
	value, err := yamlItem(name)
	if err != nil {
		return err
	}
	return t.edit(&want, func() bool {
		if len(t.section("use")) == 0 {
			return t.insert(len(t.lines), "use: ["+value+"]")
		}
		return t.addItem("use", value)
	})
}

// addItem appends an item to the list of a top-level key.
func (t *configText) addItem(key, value string) bool {
	tokens := t.section(key)
	if len(tokens) == 0 {
		return false
	}
	last := tokens[len(tokens)-1]
	switch tokens[0].Type {
	case token.SequenceStartType:
		return t.addInBrackets(last, value)
	case token.SequenceEntryType:
		return t.insert(lastLine(last), strings.Repeat(" ", tokens[0].Position.Column-1)+"- "+value)
	}
	return false
}

func (t *configText) addInBrackets(last *token.Token, value string) bool {
	if last.Type != token.SequenceEndType {
		return false
	}
	if last.Prev.Type != token.CollectEntryType && last.Prev.Type != token.SequenceStartType {
		value = ", " + value
	}
	return t.replace(last.Position, 0, value)
}

// lastLine returns the number of the last line of a token.
func lastLine(t *token.Token) int {
	return t.Position.Line + strings.Count(strings.TrimSpace(t.Origin), "\n")
}

// insert adds a line after the given line, counted from 1. The YAML library also ends lines at a lone
// carriage return, so it can count more lines than there are.
func (t *configText) insert(behind int, line string) bool {
	if behind > len(t.lines) {
		return false
	}
	if n := behind - 1; !strings.HasSuffix(t.lines[n], "\n") {
		t.lines[n] += t.end
	}
	t.lines = slices.Insert(t.lines, behind, line+t.end)
	return true
}

// replace replaces n characters at a position by text.
func (t *configText) replace(at *token.Position, n int, text string) bool {
	if at.Line > len(t.lines) {
		return false
	}
	line := []rune(t.lines[at.Line-1])
	from := at.Column - 1
	if at.Line == 1 && strings.HasPrefix(string(line), yaml.ByteOrderMark) {
		from++
	}
	if from+n > len(line) {
		return false
	}
	t.lines[at.Line-1] = string(line[:from]) + text + string(line[from+n:])
	return true
}

// removeRule removes the rule with index i if it has lines of its own.
func (t *configText) removeRule(i int) error {
	want := *t.now
	want.Intercept = slices.Delete(slices.Clone(want.Intercept), i, i+1)
	want.tidy()
	return t.edit(&want, func() bool {
		tokens := t.section("intercept")
		if len(tokens) == 0 || tokens[0].Type != token.SequenceEntryType {
			return false
		}
		column, entry := tokens[0].Position.Column, -1
		from, to := 0, 0
		for _, tok := range tokens {
			if tok.Type == token.SequenceEntryType && tok.Position.Column == column {
				entry++
			}
			if entry == i && from == 0 {
				from = tok.Position.Line
			}
			if entry == i {
				to = lastLine(tok)
			}
		}
		if from == 0 || to > len(t.lines) {
			return false
		}
		t.lines = slices.Delete(t.lines, from-1, to)
		return true
	})
}

func (i Intercept) yaml() (string, error) {
	match, err := yamlItem(i.Match)
	if err != nil || i.Hooks == "" {
		return fmt.Sprintf("{match: %s}", match), err
	}
	return fmt.Sprintf("{match: %s, hooks: %s}", match, i.Hooks), nil
}
