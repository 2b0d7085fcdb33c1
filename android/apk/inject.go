package apk

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/axml"
)

// InjectLayers is the meta-data by which an app that is not debuggable lets layers in.
const InjectLayers = axml.InjectLayers

const toolsSpace = "http://schemas.android.com/tools"

// metaData is the element; prefix is what the file calls Android's namespace, "" if it does not.
func metaData(prefix string) string {
	declared := ""
	if prefix == "" {
		prefix, declared = "android", ` xmlns:android="`+axml.Namespace+`"`
	}
	return fmt.Sprintf(`<meta-data%s %s:name="%s" %[2]s:value="true"/>`, declared, prefix, InjectLayers)
}

// NewManifest is a manifest, as text, that has the meta-data and nothing else; the app's build merges it with its main one.
func NewManifest() []byte {
	return []byte(`<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="` + axml.Namespace + `">
    <application>
        ` + metaData("android") + `
    </application>
</manifest>
`)
}

// InjectElement is what lets layers in, as a manifest has it.
var InjectElement = metaData("android")

// spot is an element of a text.
type spot struct {
	start, end int // of its first tag
	prefix     string
}

// outline is what matters of a manifest as text.
type outline struct {
	manifest, app spot
	apps          int
	there         bool // the meta-data
}

// InjectManifest is a manifest, as text, with the meta-data; nothing else of it changes. Without a change it is the same text.
func InjectManifest(text []byte) ([]byte, error) {
	o, err := readOutline(text)
	if err != nil || o.there {
		return text, err
	}
	out := o.manifest.insert(text, "manifest", "<application>\x00    "+metaData(o.manifest.prefix)+"\x00</application>")
	if o.apps == 1 {
		out = o.app.insert(text, "application", metaData(o.app.prefix))
	}
	if o, err = readOutline(out); err != nil || !o.there {
		return nil, errors.Join(errors.New("it cannot be changed without harm to what stands there"), err)
	}
	return out, nil
}

// insert puts an element, of lines that a zero parts, behind the first tag of the one at a spot, as its first child.
func (s spot) insert(text []byte, name, element string) []byte {
	newline := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		newline = "\r\n"
	}
	line := text[bytes.LastIndexByte(text[:s.start], '\n')+1 : s.start]
	indent := string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
	between := newline + indent + "    "
	added := between + strings.ReplaceAll(element, "\x00", between)
	tag := string(text[:s.end])
	if open, alone := strings.CutSuffix(tag, "/>"); alone {
		tag, added = strings.TrimRight(open, " \t\r\n")+">", added+newline+indent+"</"+name+">"
	}
	return []byte(tag + added + string(text[s.end:]))
}
