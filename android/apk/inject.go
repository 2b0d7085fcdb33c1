package apk

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/axml"
)

// InjectLayers is the name of the meta-data with which an app that is not debuggable allows layers.
const InjectLayers = axml.InjectLayers

const toolsSpace = "http://schemas.android.com/tools"

// metaData returns the element. prefix is the file's prefix for Android's namespace, or "" if the file does
// not declare it.
func metaData(prefix string) string {
	declared := ""
	if prefix == "" {
		prefix, declared = "android", ` xmlns:android="`+axml.Namespace+`"`
	}
	return fmt.Sprintf(`<meta-data%s %s:name="%s" %[2]s:value="true"/>`, declared, prefix, InjectLayers)
}

// NewManifest returns a manifest, as text, with the meta-data only. The app's build merges it with its main
// manifest.
func NewManifest() []byte {
	return []byte(`<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="` + axml.Namespace + `">
    <application>
        ` + metaData("android") + `
    </application>
</manifest>
`)
}

// InjectElement is the manifest element that allows layers.
var InjectElement = metaData("android")

// spot is the position of an element in a text.
type spot struct {
	start, end int // byte offsets of its start tag
	prefix     string
}

// outline is the relevant part of a manifest as text.
type outline struct {
	manifest, app spot
	apps          int
	there         bool // the meta-data exists
}

// InjectManifest returns a manifest, as text, with the meta-data added and nothing else changed. If the
// meta-data exists already, it returns the same text. It fails if the manifest is malformed or cannot be
// changed safely.
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
		return nil, errors.Join(errors.New("cannot add the injectLayers meta-data to this manifest without damage to the manifest"), err)
	}
	return out, nil
}

// insert inserts an element as the first child of the element at s. Lines of the element are separated by
// zero bytes.
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
