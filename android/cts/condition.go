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
	switch {
	case w.verb == "before":
		return w.letter + " before " + w.than
	case w.not:
		return "not " + w.verb + " " + w.letter
	}
	return w.verb + " " + w.letter
}

func parseCondition(text string) (condition, error) {
	f := strings.Fields(text)
	switch {
	case len(f) == 3 && f[1] == "before":
		return condition{verb: "before", letter: f[0], than: f[2]}, nil
	case len(f) == 3 && f[0] == "not" && (f[1] == "called" || f[1] == "loaded"):
		return condition{not: true, verb: f[1], letter: f[2]}, nil
	case len(f) == 2 && f[0] == "called":
		return condition{verb: f[0], letter: f[1]}, nil
	}
	return condition{}, fmt.Errorf("invalid condition %q: must be 'called LAYER', 'not called LAYER', 'not loaded LAYER' or 'LAYER before LAYER'", text)
}
