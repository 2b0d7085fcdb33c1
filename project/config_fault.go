package project

import (
	"errors"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/yaml"
	"github.com/gleslayergen/gleslayergen/registry"
)

// configFault converts an error about a value of gleslayer.yaml, so that it names the file and line. Such an error is not one
// of the command line: its exit code is 1. If the request edited the configuration, it returns err.
func (u *Update) configFault(err error) error {
	if err == nil || len(u.request.Add)+len(u.request.Drop)+len(u.request.Use) > 0 {
		return err
	}
	var hint interface{ Hint() string }
	fault := &Error{What: u.config.path, Why: err.Error()}
	if errors.As(err, &hint) {
		fault.Advice = hint.Hint()
	}
	value, why := faultyValue(err)
	for i, line := range u.config.lines {
		if code, _, _ := strings.Cut(line, "#"); value != "" && strings.Contains(code, value) {
			fault.What = yaml.Position(u.config.path, i+1)
			break
		}
	}
	if why != "" {
		fault.Why = why
	}
	return fault
}

// faultyValue returns the value that an error is about, or "", and the text of an error without the hint that it is a wrong
// command line.
func faultyValue(err error) (value, why string) {
	var (
		unknown *registry.UnknownNameError
		pattern *registry.PatternError
		es1     *registry.ES1Error
		scope   *registry.ScopeError
		own     *Error
	)
	switch {
	case errors.As(err, &unknown):
		return unknown.Name, ""
	case errors.As(err, &pattern):
		return pattern.Pattern, ""
	case errors.As(err, &es1):
		return es1.Name, ""
	case errors.As(err, &scope):
		return scope.Name, ""
	case errors.As(err, &own):
		return own.What, own.Error()
	}
	return "", ""
}
