package registry

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds for hostile XML. The largest real file has 2.8 MB and a depth of 5.
const (
	maxXMLBytes = 64 << 20
	maxXMLDepth = 32
	maxXMLText  = 1 << 20
)

// SyntaxError reports malformed or unexpected XML.
type SyntaxError struct {
	File    string // as the caller named it
	Line    int    // from 1
	Element string // the element being read, "" at the top level
	Err     error
}

// Error names file, line and element.
func (e *SyntaxError) Error() string {
	if e.Element == "" {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, shorten(e.Err.Error()))
	}
	return fmt.Sprintf("%s:%d: <%s>: %s", e.File, e.Line, shorten(e.Element), shorten(e.Err.Error()))
}

// shorten limits the length of text from a file in a message.
func shorten(s string) string {
	if len(s) > 200 {
		return strings.ToValidUTF8(s[:200], "") + "..."
	}
	return s
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// scanner walks the raw tokens of one file. RawToken is three times as fast as Token but does not check
// nesting; the scanner does.
type scanner struct {
	file  string
	dec   *xml.Decoder
	stack []xml.Name
}

func newScanner(file string, data []byte) *scanner {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	return &scanner{file: file, dec: xml.NewDecoder(bytes.NewReader(data))}
}

// fail wraps err with the scanner's position. An error that already has a position keeps it.
func (s *scanner) fail(err error) error {
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		return err
	}
	var x *xml.SyntaxError
	if errors.As(err, &x) {
		err = errors.New(x.Msg)
	}
	element := ""
	if len(s.stack) > 0 {
		element = s.stack[len(s.stack)-1].Local
	}
	return &SyntaxError{s.file, s.line(), element, err}
}

// failAt is like fail, for an element that began on an earlier line and may have ended.
func (s *scanner) failAt(e xml.StartElement, line int, err error) error {
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		return err
	}
	return &SyntaxError{s.file, line, e.Name.Local, err}
}

// line returns the line where the last token ended.
func (s *scanner) line() int {
	line, _ := s.dec.InputPos()
	return line
}

func (s *scanner) token() (xml.Token, error) {
	t, err := s.dec.RawToken()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case xml.StartElement:
		if len(s.stack) >= maxXMLDepth {
			return nil, fmt.Errorf("elements are nested more than %d levels deep", maxXMLDepth)
		}
		s.stack = append(s.stack, t.Name)
	case xml.EndElement:
		if len(s.stack) == 0 || s.stack[len(s.stack)-1] != t.Name {
			return nil, fmt.Errorf("unexpected </%s>", t.Name.Local)
		}
		s.stack = s.stack[:len(s.stack)-1]
	}
	return t, nil
}

// children calls f for each child of the open element until the element ends. f must consume the child.
func (s *scanner) children(f func(e xml.StartElement) error) error {
	for {
		t, err := s.token()
		if err == io.EOF {
			err = errors.New("the file ends inside an element")
		}
		if err != nil {
			return s.fail(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			line := s.line()
			if err := f(t); err != nil {
				return s.failAt(t, line, err)
			}
		case xml.EndElement:
			return nil
		}
	}
}

// skip consumes the open element.
func (s *scanner) skip() error {
	return s.children(func(xml.StartElement) error { return s.skip() })
}

// mixedText is the text of an element; text[from:to] is the text of its <name> child.
type mixedText struct {
	text     string
	from, to int
}

// name returns the text of the <name> child, "" without one.
func (m mixedText) name() string { return strings.TrimSpace(m.text[m.from:m.to]) }

// rest returns the text around the <name> child.
func (m mixedText) rest() string { return m.text[:m.from] + " " + m.text[m.to:] }

// mixed consumes the open element.
func (s *scanner) mixed() (m mixedText, err error) {
	var all strings.Builder
	err = s.mixedInto(&all, &m)
	m.text = all.String()
	return m, err
}

func (s *scanner) mixedInto(all *strings.Builder, m *mixedText) error {
	for {
		t, err := s.token()
		if err == io.EOF {
			err = errors.New("the file ends inside an element")
		}
		if err != nil {
			return s.fail(err)
		}
		switch t := t.(type) {
		case xml.CharData:
			if all.Len()+len(t) > maxXMLText {
				return s.fail(errors.New("the text of the element is too long"))
			}
			all.Write(t)
		case xml.StartElement:
			from := all.Len()
			if err := s.mixedInto(all, m); err != nil {
				return err
			}
			if t.Name.Local == "name" {
				m.from, m.to = from, all.Len()
			}
		case xml.EndElement:
			return nil
		}
	}
}

// attr returns the value of an attribute, "" if absent.
func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
