package registry

import (
	"errors"
	"strings"
	"testing"
)

// A small registry of each kind. The tests below replace marked parts of them with invalid ones.
const (
	goodGL = `<?xml version="1.0" encoding="UTF-8"?>
<registry>
<types>
<type>typedef unsigned int <name>GLenum</name>;</type>
</types>
<enums namespace="GL" group="Cap">
<enum value="0x0B44" name="GL_CULL_FACE" group="Cap"/>
</enums>
<commands namespace="GL">
<command>
<proto>void <name>glEnable</name></proto>
<param group="Cap" len="1"><ptype>GLenum</ptype> <name>cap</name></param>
</command>
</commands>
<feature api="gles2" name="GL_ES_VERSION_2_0" number="2.0">
<require><enum name="GL_CULL_FACE"/><command name="glEnable"/></require>
</feature>
<extensions>
<extension name="GL_X" supported="gles2"><require><command name="glEnable"/></require></extension>
</extensions>
</registry>
`
	goodEGL = `<registry>
<commands><command><proto>int <name>eglGetError</name></proto></command></commands>
<feature api="egl" name="EGL_VERSION_1_0" number="1.0"><require><command name="eglGetError"/></require></feature>
</registry>
`
)

// decode decodes the texts of two files.
func decode(gl, egl string) (*Registry, error) {
	return Decode(File{Name: "in/gl.xml", Data: []byte(gl)}, File{Name: "in/egl.xml", Data: []byte(egl)})
}

// checkSyntax checks that err is a *SyntaxError with a position in in/gl.xml.
func checkSyntax(t *testing.T, err error, line int, element, message string) {
	t.Helper()
	var s *SyntaxError
	if !errors.As(err, &s) {
		t.Errorf("%v is no *SyntaxError", err)
		return
	}
	if s.File != "in/gl.xml" || s.Line != line || s.Element != element || !strings.Contains(s.Error(), message) {
		t.Errorf("%s (line %d, element %q), want line %d, element %q: %s", s, s.Line, s.Element, line, element, message)
	}
	if s.Unwrap() == nil || len(s.Error()) > 600 {
		t.Errorf("%d bytes of message", len(s.Error()))
	}
}

func TestGoodIsGood(t *testing.T) {
	r, err := decode(goodGL, goodEGL)
	if err != nil || len(r.Commands) != 2 {
		t.Fatal(err)
	}
}

func TestBadXML(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		line     int
		element  string
		message  string
	}{
		"wrong end":              {"</param>", "</proto>", 12, "param", "unexpected </proto>"},
		"an end too much":        {"</types>", "</types></types>", 5, "registry", "unexpected </types>"},
		"another prefix":         {"</types>", "</x:types>", 5, "types", "unexpected </types>"},
		"after the end":          {"</registry>", "</registry><registry/>", 21, "registry", "follows the end"},
		"no quotes":              {`name="GL_X"`, `name=GL_X`, 19, "extensions", "unquoted or missing attribute value"},
		"unknown entity":         {"void <name>glE", "&void; <name>glE", 11, "proto", "invalid character entity &void;"},
		"control character":      {"void <name>glE", "\x01 <name>glE", 11, "proto", "illegal character code U+0001"},
		"no UTF-8":               {"void <name>glE", "\xff <name>glE", 11, "proto", "invalid UTF-8"},
		"another encoding":       {"UTF-8", "UTF-16", 1, "", `encoding "UTF-16"`},
		"type without a name":    {"<name>GLenum</name>", "GLenum", 4, "type", `expected an element <name> or an attribute "name"`},
		"type with a bad name":   {"<name>GLenum</name>", "<name>GL enum</name>", 4, "type", "is not a valid type name"},
		"no typedef":             {"typedef unsigned int", "unsigned int", 4, "type", "neither a typedef nor a struct"},
		"bad typedef":            {"unsigned int <name>GLenum</name>", "<name>GLenum</name>", 4, "type", "no type name"},
		"enum without a name":    {`name="GL_CULL_FACE" group`, `group`, 7, "enum", `"" is not a valid enum name`},
		"enum without a value":   {`value="0x0B44" `, ``, 7, "enum", `enum GL_CULL_FACE: value "" is not a number`},
		"bad value":              {"0x0B44", "0x0G44", 7, "enum", `value "0x0G44" is not a number`},
		"65 bits":                {"0x0B44", "0x10000000000000000", 7, "enum", "is not a number"},
		"bad cast":               {"0x0B44", "EGL_CAST(EGLint,-1", 7, "enum", "expected EGL_CAST(type,number)"},
		"two signs":              {"0x0B44", "--5", 7, "enum", "is not a number"},
		"bad group of an enum":   {`"Cap"/>`, `"Cap,a&#10;b"/>`, 7, "enum", "is not a valid name"},
		"no proto":               {"<proto>void <name>glEnable</name></proto>", "", 10, "command", "expected a <proto> with a <name>"},
		"command without a name": {"<name>glEnable</name>", "glEnable", 11, "proto", `expected a <name>, got "void glEnable"`},
		"C word as a name":       {"<name>cap</name>", "<name>int</name>", 12, "param", "expected a <name>"},
		"bad len":                {`len="1"`, `len="2*n"`, 12, "param", `len "2*n"`},
		"negative len":           {`len="1"`, `len="-1"`, 12, "param", `len "-1"`},
		"bad C type":             {"<ptype>GLenum</ptype>", "GLenum &amp;", 12, "param", `unexpected "&"`},
		"two C types":            {"<ptype>GLenum</ptype>", "GLenum GLint", 12, "param", "more than one type name"},
		"no C type":              {"<ptype>GLenum</ptype>", "", 12, "param", "no type name"},
		"bad kind":               {`len="1"`, `kind="a&#9;b"`, 12, "param", "contains an invalid character"},
		"bad group":              {`group="Cap" len`, `group="*/" len`, 12, "param", "is not a valid name"},
		"defined twice":          {"</command>\n", "</command>\n<command><proto>void <name>glEnable</name></proto></command>\n", 14, "command", "glEnable is defined more than once; line 10 has the first definition"},
		"nowhere defined":        {`name="GL_CULL_FACE"/><command name="glEnable"/>`, `name="A"/><command name="glNo"/>`, 16, "command", "a version or an extension requires the command glNo, but neither file defines the command"},
		"require without a name": {`<command name="glEnable"/></require>` + "\n", `<command/></require>` + "\n", 16, "command", "expected an identifier in the attribute \"name\", got \"\""},
		"version without number": {` number="2.0"`, "", 15, "feature", `expected the attributes "name" and "number"`},
		"version of two digits":  {`"2.0"`, `"10.0"`, 15, "feature", "expected a number such as 3.1"},
		"extension, no name":     {`name="GL_X" `, ``, 19, "extension", "expected an identifier in the attribute \"name\", got \"\""},
		"extension twice":        {"</extensions>", `<extension name="GL_X" supported="gl"/></extensions>`, 20, "extension", "GL_X is defined more than once; line 19 has the first definition"},
		"no version":             {`api="gles2" name`, `api="gl" name`, 21, "", "no versions of gles2, so it is not Khronos's gl.xml"},
		"defined in egl.xml too": {"glEnable</name>", "eglGetError</name>", 10, "", "eglGetError is also defined in in/egl.xml"},
		"a circle of aliases":    {"</command>\n", "<alias name=\"glEnable\"/></command>\n", 10, "command", "the aliases of glEnable form a cycle"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Count(goodGL, c.old) != 1 {
				t.Fatalf("%q stands %d times in the good file", c.old, strings.Count(goodGL, c.old))
			}
			_, err := decode(strings.Replace(goodGL, c.old, c.new, 1), goodEGL)
			checkSyntax(t, err, c.line, c.element, c.message)
		})
	}
}
