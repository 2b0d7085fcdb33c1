package registry

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// File is one registry file to decode.
type File struct {
	Name string // path or URL, for errors
	Data []byte
	Date string // for Source.Date
}

// ReadFile reads a registry file of at most 64 MiB. Its date comes from the manifest next to it, if the
// manifest lists exactly this content.
func ReadFile(path string) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxXMLBytes+1))
	if err != nil {
		return File{}, err
	}
	if len(data) > maxXMLBytes {
		return File{}, &SyntaxError{path, 1, "", errTooLarge}
	}
	return File{Name: path, Data: data, Date: manifestDate(path, data)}, nil
}

var errTooLarge = fmt.Errorf("larger than %d MiB, the limit for a registry file", maxXMLBytes>>20)

// Decode reads gl.xml and egl.xml and resolves the model. Errors about the content are of type *SyntaxError.
func Decode(gl, egl File) (*Registry, error) {
	docs, err := readBoth(gl, egl)
	if err != nil {
		return nil, err
	}
	return resolve(docs[0], docs[1])
}

// readBoth reads the files, EGL first.
func readBoth(gl, egl File) ([2]*document, error) {
	docs := [2]*document{
		{source: Source{Name: "egl.xml"}, api: EGL},
		{source: Source{Name: "gl.xml"}, api: GLES2},
	}
	var errs [2]error
	var wg recovery.Group
	for i, f := range []File{egl, gl} {
		wg.Go(func() { errs[i] = docs[i].read(f) })
	}
	wg.Wait()
	return docs, errors.Join(errs[0], errs[1])
}

// document holds the content of one file, before names are resolved across files.
type document struct {
	source     Source
	api        API    // the APIs that a file of this kind defines
	file       string // as the caller named it
	types      []*Type
	enums      []*Enum
	bitmasks   []string // groups whose enums are bits
	commands   []*Command
	alias      map[string]string // command to the command that its alias element names
	lines      map[string]int    // line of each definition of a command, extension or version
	required   map[string]int    // line of the first require of each command
	features   []*Feature
	extensions []*Extension
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func (d *document) read(f File) error {
	d.source.Date, d.source.SHA256 = f.Date, hashOf(f.Data)
	d.file, d.alias = f.Name, map[string]string{}
	d.lines, d.required = map[string]int{}, map[string]int{}
	if len(f.Data) > maxXMLBytes {
		return &SyntaxError{f.Name, 1, "", errTooLarge}
	}
	s := newScanner(f.Name, f.Data)
	for {
		t, err := s.token()
		if err == io.EOF {
			return s.fail(errors.New("no <registry> element"))
		}
		if err != nil {
			return s.fail(err)
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local != "registry" {
			return s.fail(errors.New("expected <registry>"))
		}
		if err := s.children(func(e xml.StartElement) error { return d.section(s, e) }); err != nil {
			return err
		}
		return d.complete(s)
	}
}

// complete checks that a decoded file can be the registry that it should be and that nothing follows it.
func (d *document) complete(s *scanner) error {
	ours := slices.ContainsFunc(d.features, func(f *Feature) bool { return f.API == d.api })
	if len(d.commands) == 0 || !ours {
		return s.fail(fmt.Errorf("the file defines no commands or no versions of %s, so it is not Khronos's %s", d.api, d.source.Name))
	}
	for {
		t, err := s.token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return s.fail(err)
		}
		if e, ok := t.(xml.StartElement); ok {
			return s.fail(fmt.Errorf("<%s> follows the end of <registry>", e.Name.Local))
		}
	}
}

// define records the line of a command, version or extension. A second definition is an error.
func (d *document) define(what, name string, line int) error {
	if first, twice := d.lines[name]; twice {
		return fmt.Errorf("%s %s is defined more than once; line %d has the first definition", what, name, first)
	}
	d.lines[name] = line
	return nil
}

func (d *document) section(s *scanner, e xml.StartElement) error {
	switch e.Name.Local {
	case "types":
		return s.children(func(e xml.StartElement) error { return d.typ(s, e) })
	case "enums":
		return d.enumBlock(s, e)
	case "commands":
		return s.children(func(e xml.StartElement) error { return d.command(s, e) })
	case "feature":
		return d.feature(s, e)
	case "extensions":
		return s.children(func(e xml.StartElement) error { return d.extension(s, e) })
	}
	return s.skip()
}

func (d *document) typ(s *scanner, e xml.StartElement) error {
	m, err := s.mixed()
	if err != nil {
		return err
	}
	name := m.name()
	if name == "" {
		name = attr(e, "name")
	}
	if name == "" {
		return errors.New("expected an element <name> or an attribute \"name\"")
	}
	if name == "GLhandleARB" || name == "khrplatform" || name == "eglplatform" {
		return nil // desktop only, plus two headers; no command of EGL or OpenGL ES uses these types
	}
	t, err := parseTypedef(name, m.text)
	if err == nil && t != nil {
		d.types = append(d.types, t)
	}
	return err
}
