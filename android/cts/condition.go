package cts

import (
	"fmt"
	"strings"
)

// isMet reports whether the log of the app's process meets the condition.
func (w condition) isMet(log string) bool {
	called := func(letter string) int {
		return strings.Index(log, "glesLayer_eglChooseConfig called in glesLayer"+letter)
	}
	switch w.verb {
	case "before":
		return called(w.letter) >= 0 && called(w.letter) < called(w.than)
	case "loaded":
		return strings.Contains(log, "glesLayer"+w.letter+" loaded") != w.not
	}
	return (called(w.letter) >= 0) != w.not
}

// condition is a condition on the log.
type condition struct {
	not    bool
	verb   string // called, loaded, before
	letter string
	than   string // for before: the other letter
}

func (w condition) String() string {
	text := "layer " + w.letter
	switch {
	case w.verb == "before":
		return text + " called before layer " + w.than
	case w.not:
		return text + " not " + w.verb
	}
	return text + " " + w.verb
}

func parseCondition(text string) (condition, error) {
	f := strings.Fields(text)
	if len(f) < 3 || f[0] != "layer" {
		return condition{}, conditionError(text)
	}
	switch letter, rest := f[1], f[2:]; {
	case len(rest) == 1 && rest[0] == "called":
		return condition{verb: rest[0], letter: letter}, nil
	case len(rest) == 2 && rest[0] == "not" && (rest[1] == "called" || rest[1] == "loaded"):
		return condition{not: true, verb: rest[1], letter: letter}, nil
	case len(rest) == 4 && strings.Join(rest[:3], " ") == "called before layer":
		return condition{verb: "before", letter: letter, than: rest[3]}, nil
	}
	return condition{}, conditionError(text)
}

func conditionError(text string) error {
	return fmt.Errorf("invalid condition %q: must be \"layer A called\", \"layer A not called\", \"layer A not loaded\" or \"layer A called before layer B\"", text)
}
