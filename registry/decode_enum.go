package registry

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// enumBlock reads an <enums> element. EGL has no groups but gives each mask a namespace of its own, which
// serves as its group.
func (d *document) enumBlock(s *scanner, e xml.StartElement) error {
	bitmask := attr(e, "type") == "bitmask"
	space := attr(e, "namespace")
	implied := ""
	if bitmask && strings.HasPrefix(space, "EGL") && space != "EGL" {
		implied = space
	}
	if bitmask {
		for name := range splitList(attr(e, "group")) {
			d.bitmasks = append(d.bitmasks, name)
		}
		if implied != "" {
			d.bitmasks = append(d.bitmasks, implied)
		}
	}
	return s.children(func(e xml.StartElement) error {
		if e.Name.Local == "enum" {
			if err := d.enum(e, implied); err != nil {
				return err
			}
		}
		return s.skip()
	})
}

func (d *document) enum(e xml.StartElement, implied string) error {
	if api := attr(e, "api"); api != "" && api != string(GLES1) && api != string(GLES2) {
		return nil // the same name has another value in desktop OpenGL
	}
	enum := &Enum{Name: attr(e, "name"), Type: attr(e, "type"), Alias: attr(e, "alias")}
	if !isIdentifier(enum.Name) {
		return fmt.Errorf("%.99q is not a valid enum name", enum.Name)
	}
	if err := enum.parseValue(attr(e, "value")); err != nil {
		return fmt.Errorf("enum %s: %w", enum.Name, err)
	}
	for g := range splitList(attr(e, "group")) {
		enum.Groups = append(enum.Groups, g)
	}
	if implied != "" {
		enum.Groups = append(enum.Groups, implied)
	}
	if err := enum.check(); err != nil {
		return fmt.Errorf("enum %s: %w", enum.Name, err)
	}
	d.enums = append(d.enums, enum)
	return nil
}

// parseValue reads 0x1F, 31, -6 and EGL_CAST(EGLint,-1).
func (e *Enum) parseValue(s string) error {
	if cast, ok := strings.CutPrefix(s, "EGL_CAST("); ok {
		inner, closed := strings.CutSuffix(cast, ")")
		typ, value, ok := strings.Cut(inner, ",")
		if !closed || !ok || !isIdentifier(typ) {
			return fmt.Errorf("value %.99q: expected EGL_CAST(type,number)", s)
		}
		e.Type, s = typ, value
	}
	if neg, ok := strings.CutPrefix(s, "-"); ok {
		n, err := strconv.ParseUint(neg, 0, 63)
		if err != nil {
			return fmt.Errorf("value %.99q is not a number", s)
		}
		e.Value = -n
		return nil
	}
	n, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		return fmt.Errorf("value %.99q is not a number", s)
	}
	e.Value = n
	return nil
}

// splitList yields the names of a comma list, without blanks and empty ones.
func splitList(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for part := range strings.SplitSeq(s, ",") {
			if part = strings.TrimSpace(part); part != "" && !yield(part) {
				return
			}
		}
	}
}
