package apk

import (
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

const (
	head = `<manifest xmlns:android="http://schemas.android.com/apk/res/android">`
	meta = `<meta-data android:name="com.android.graphics.injectLayers.enable" android:value="true"/>`
)

func TestInjectManifest(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"new":         {string(NewManifest()), string(NewManifest())},
		"application": {head + "\n\t<application\n\t\tandroid:label=\"a>b\">\n\t\t<!-- <application> -->\n\t</application>\n</manifest>\n", head + "\n\t<application\n\t\tandroid:label=\"a>b\">\n\t    " + meta + "\n\t\t<!-- <application> -->\n\t</application>\n</manifest>\n"},
		"empty":       {head + "\r\n  <application />\r\n</manifest>", head + "\r\n  <application>\r\n      " + meta + "\r\n  </application>\r\n</manifest>"},
		"none":        {head + "\n</manifest>", head + "\n    <application>\n        " + meta + "\n    </application>\n</manifest>"},
		"nothing":     {`<manifest package="a.b"/>`, "<manifest package=\"a.b\">\n    <application>\n        " + strings.Replace(meta, "<meta-data", `<meta-data xmlns:android="http://schemas.android.com/apk/res/android"`, 1) + "\n    </application>\n</manifest>"},
		"BOM":         {"\xef\xbb\xbf" + head + "<application/></manifest>", "\xef\xbb\xbf" + head + "<application>\n    " + meta + "\n</application></manifest>"},
		"prefix":      {strings.Replace(head, ":android", ":a", 1) + "<application/></manifest>", strings.Replace(head, ":android", ":a", 1) + "<application>\n    " + strings.ReplaceAll(meta, "android:", "a:") + "\n</application></manifest>"},
		"shadowed": {head + `<application xmlns:android="urn:other"></application></manifest>`, head + "<application xmlns:android=\"urn:other\">\n    " +
			strings.Replace(meta, "<meta-data", `<meta-data xmlns:android="http://schemas.android.com/apk/res/android"`, 1) + "</application></manifest>"},
		"elsewhere": {head + "<application><activity>" + meta + "</activity></application></manifest>", head + "<application>\n    " + meta + "<activity>" + meta + "</activity></application></manifest>"},
		"other":     {head + `<application><meta-data android:name="a" android:value="false"/></application></manifest>`, head + "<application>\n    " + meta + `<meta-data android:name="a" android:value="false"/></application></manifest>`},
	} {
		got, err := InjectManifest([]byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nnot\n%s", name, err, got, c.want)
		}
		if again, err := InjectManifest(got); err != nil || string(again) != string(got) {
			t.Errorf("%s twice: %v\n%s", name, err, again)
		}
	}
}

func TestInjectManifestBad(t *testing.T) {
	for in, want := range map[string]string{
		"":             "no <manifest> element",
		"text":         "no <manifest> element",
		"<manifest>":   "unexpected EOF",
		"<resources/>": "line 1: the root element is <resources>; it must be <manifest>",
		head + "<application/>\n<application/></manifest>":                                                                                                             "line 2: the manifest has a second <application> element",
		head + "<application>\n" + strings.Replace(meta, "true", "false", 1) + "</application></manifest>":                                                             "line 2: the <meta-data> element com.android.graphics.injectLayers.enable has a value other than",
		head + "<application>" + strings.Replace(meta, "/>", ` xmlns:tools="http://schemas.android.com/tools" tools:node="remove"/>`, 1) + "</application></manifest>": "or a tools:node attribute that disables the element",
		`<?xml version="1.0" encoding="iso-8859-1"?><manifest/>`:                                                                                                       "iso-8859-1",
		"<manifest>&own;</manifest>":           "own",
		strings.Repeat(" ", maxManifestText+1): "the maximum is 4194304",
	} {
		if got, err := InjectManifest([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.100s: %v\n%s", in, err, got)
		}
	}
}

// FuzzInjectManifest checks that the element is added and can be found, and that all other content of the
// manifest keeps its position and value.
func FuzzInjectManifest(f *testing.F) {
	for _, text := range []string{string(NewManifest()), head + "\r\n<application android:a='>'/></manifest>", "<manifest xmlns:a=\"http://schemas.android.com/apk/res/android\"/>",
		"<?xml version='1.0'?><!-- a --><m:manifest xmlns:m='x'>\n<m:application></m:application></m:manifest>"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		out, err := InjectManifest(text)
		if err != nil {
			return
		}
		before, after := elements(t, text), elements(t, out)
		if o, err := readOutline(text); err == nil && !o.there {
			if i := len(after) - len(before); i < 1 || i > 2 {
				t.Fatalf("%d elements became %d:\n%s", len(before), len(after), out)
			}
		}
		for _, e := range before {
			if len(after) == 0 {
				t.Fatalf("an element is lost:\n%s", out)
			}
			for len(after) > 0 && !reflect.DeepEqual(e, after[0]) {
				after = after[1:]
			}
		}
	})
}

// elements returns the start tags in a text.
func elements(t *testing.T, text []byte) []xml.StartElement {
	d := xml.NewDecoder(strings.NewReader(string(text)))
	var out []xml.StartElement
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok {
			out = append(out, e.Copy())
		}
	}
}
