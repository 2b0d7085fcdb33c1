package registry

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"
)

// utf16Text returns text as UTF-16, little-endian, with a byte order mark.
func utf16Text(s string) string {
	b := []byte{0xff, 0xfe}
	for _, c := range utf16.Encode([]rune(s)) {
		b = append(b, byte(c), byte(c>>8))
	}
	return string(b)
}

// TestNoRegistry decodes files that are not registries.
func TestNoRegistry(t *testing.T) {
	vulkan := `<registry><commands><command><proto>void <name>vkX</name></proto></command></commands>
<feature api="vulkan" name="VK_VERSION_1_0" number="1.0"/></registry>`
	for name, c := range map[string]struct {
		text    string
		line    int
		element string
		message string
	}{
		"empty":                  {"", 1, "", "no <registry> element"},
		"blank":                  {"\n \n", 3, "", "no <registry> element"},
		"only a comment":         {"<!-- <registry/> -->", 1, "", "no <registry> element"},
		"text":                   {"404: Not Found", 1, "", "no <registry> element"},
		"JSON":                   {`{"message": "Not Found"}`, 1, "", "no <registry> element"},
		"HTML":                   {"<!DOCTYPE html>\n<html><head><title>x</title></head><body><br></body></html>", 2, "html", "expected <registry>"},
		"an empty registry":      {"<registry/>", 1, "", "it is not Khronos's gl.xml"},
		"another registry":       {vulkan, 2, "", "it is not Khronos's gl.xml"},
		"egl.xml":                {goodEGL, 4, "", "no versions of gles2, so it is not Khronos's gl.xml"},
		"UTF-16":                 {utf16Text(goodGL), 1, "", "invalid UTF-8"},
		"a picture":              {"\x89PNG\r\n\x1a\n\x00", 3, "", "invalid UTF-8"},
		"zeros":                  {strings.Repeat("\x00", 100), 1, "", "illegal character code U+0000"},
		"two marks":              {"\ufeff\ufeff<registry>", 1, "registry", "the file ends inside an element"},
		"half a tag":             {"<registry>\n<types", 2, "registry", "unexpected EOF"},
		"half a comment":         {"<registry>\n<!-- ", 2, "registry", "unexpected EOF"},
		"half a CDATA":           {"<registry><![CDATA[", 1, "registry", "unexpected EOF"},
		"an end without a start": {"</registry>", 1, "", "unexpected </registry>"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := decode(c.text, goodEGL)
			checkSyntax(t, err, c.line, c.element, c.message)
		})
	}
}

// TestCutOff truncates the file at each byte and checks that the error has a line, until only white space is
// missing.
func TestCutOff(t *testing.T) {
	for n := range len(goodGL) - 1 {
		_, err := decode(goodGL[:n], goodEGL)
		var s *SyntaxError
		if !errors.As(err, &s) || s.Line != strings.Count(goodGL[:n], "\n")+1 {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestBothFilesAreNamed(t *testing.T) {
	_, err := decode(goodEGL, goodGL) // the two files exchanged
	for _, want := range []string{"in/egl.xml:21: the file defines no commands or no versions of egl", "in/gl.xml:4: the file defines no commands or no versions of gles2"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestSameModel checks that the valid file in other encodings and layouts gives the same model.
func TestSameModel(t *testing.T) {
	want, err := decode(goodGL, goodEGL)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a mark":       "\ufeff" + goodGL,
		"CRLF":         strings.ReplaceAll(goodGL, "\n", "\r\n"),
		"a DOCTYPE":    strings.Replace(goodGL, "<registry>", "<!DOCTYPE registry [<!ENTITY a 'b'>]><registry>", 1),
		"a comment":    strings.ReplaceAll(goodGL, "<param", "<!-- </command> --><param"),
		"CDATA":        strings.Replace(goodGL, "void ", "<![CDATA[void ]]>", 1),
		"references":   strings.Replace(goodGL, "void ", "vo&#105;&#x64; ", 1),
		"more of it":   strings.Replace(goodGL, "<types>", "<groups><group/></groups><new a='1'>x</new><types>", 1),
		"blanks":       strings.Replace(goodGL, "<name>cap</name>", "\n\t<name> cap\n</name>", 1),
		"desktop":      strings.Replace(goodGL, "<extensions>", `<feature api="gl" name="GL_VERSION_4_6" number="4.10"/><extensions><extension name="GL_Y" supported="gl|glcore"/>`, 1),
		"a type twice": strings.Replace(goodGL, "</types>", "<type api='gl'>typedef int <name>GLenum</name>;</type></types>", 1),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := decode(text, goodEGL)
			if err != nil {
				t.Fatal(err)
			}
			got.Sources = want.Sources // the hash differs
			if !reflect.DeepEqual(got, want) {
				t.Error(difference(got, want))
			}
		})
	}
}

func TestLinesWithCRLF(t *testing.T) {
	text := strings.ReplaceAll(strings.Replace(goodGL, "0x0B44", "red", 1), "\n", "\r\n")
	_, err := decode(text, goodEGL)
	checkSyntax(t, err, 7, "enum", `"red" is not a number`)
}
