package apk

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"github.com/gleslayergen/gleslayergen/android/axml"
)

// outliner parses a manifest as text.
type outliner struct {
	outline
	text []byte
	d    *xml.Decoder
	path []string // names of the open elements
}

// maxManifestText is the maximum size in bytes, larger than any manifest written by hand.
const maxManifestText = 4 << 20

func readOutline(text []byte) (outline, error) {
	if len(text) > maxManifestText {
		return outline{}, fmt.Errorf("the manifest has %d bytes; the maximum is %d bytes", len(text), maxManifestText)
	}
	w := &outliner{text: text, d: xml.NewDecoder(bytes.NewReader(text))}
	for {
		start := int(w.d.InputOffset())
		token, err := w.d.Token()
		switch {
		case errors.Is(err, io.EOF) && w.manifest.end > 0:
			return w.outline, nil
		case errors.Is(err, io.EOF):
			return outline{}, errors.New("no <manifest> element")
		case err != nil:
			return outline{}, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := w.element(token, start); err != nil {
				return outline{}, w.at(start, err)
			}
			w.path = append(w.path, token.Name.Local)
		case xml.EndElement:
			w.path = w.path[:len(w.path)-1]
		}
	}
}

// at adds the line number to an error.
func (w *outliner) at(offset int, err error) error {
	return fmt.Errorf("line %d: %w", bytes.Count(w.text[:offset], []byte("\n"))+1, err)
}

// element records the elements on the path to the meta-data.
func (w *outliner) element(e xml.StartElement, start int) error {
	at := spot{start, int(w.d.InputOffset()), w.prefix(e)}
	switch {
	case len(w.path) == 0 && w.manifest.end > 0:
		return fmt.Errorf("the manifest has a second root element, <%s>", e.Name.Local)
	case len(w.path) == 0 && e.Name.Local != "manifest":
		return fmt.Errorf("the root element is <%s>; it must be <manifest>", e.Name.Local)
	case len(w.path) == 0:
		w.manifest = at
	case len(w.path) == 1 && e.Name.Local == "application":
		if w.apps++; w.apps > 1 {
			return errors.New("the manifest has a second <application> element")
		}
		w.app = at
	case len(w.path) == 2 && w.path[1] == "application" && e.Name.Local == "meta-data":
		return w.metaData(e)
	}
	return nil
}

// prefix returns the prefix of Android's namespace in an element: its own declaration, or else that of the
// manifest element.
func (w *outliner) prefix(e xml.StartElement) string {
	prefix := w.manifest.prefix
	for _, a := range e.Attr {
		switch {
		case a.Name.Space == "xmlns" && a.Value == axml.Namespace:
			prefix = a.Name.Local
		case a.Name.Space == "xmlns" && a.Name.Local == prefix: // the prefix now means another namespace
			prefix = ""
		}
	}
	return prefix
}

// metaData checks whether an element is the one that allows layers. It fails if the element has another
// value.
func (w *outliner) metaData(e xml.StartElement) error {
	attr := map[xml.Name]string{}
	for _, a := range e.Attr {
		attr[a.Name] = a.Value
	}
	if attr[xml.Name{Space: axml.Namespace, Local: "name"}] != InjectLayers {
		return nil
	}
	value, node := attr[xml.Name{Space: axml.Namespace, Local: "value"}], attr[xml.Name{Space: toolsSpace, Local: "node"}]
	if value != "true" || (node != "" && node != "merge" && node != "replace") {
		return fmt.Errorf("the <meta-data> element %s has a value other than \"true\", or a tools:node attribute that disables the element; delete the element, or set android:value=\"true\" and delete tools:node", InjectLayers)
	}
	w.there = true
	return nil
}
