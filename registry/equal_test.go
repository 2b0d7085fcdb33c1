package registry

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestModelsAreEqual checks that XML and the snapshot written from it give equal models, in every field.
func TestModelsAreEqual(t *testing.T) {
	for _, p := range pairs {
		t.Run(p.name, func(t *testing.T) {
			fromXML := p.registry(t)
			if fromSnapshot := reread(t, fromXML); !reflect.DeepEqual(fromXML, fromSnapshot) {
				t.Error(difference(fromXML, fromSnapshot))
			}
		})
	}
}

// difference returns the name of the first part in which two models differ.
func difference(a, b *Registry) string {
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		name := x.Type().Field(i).Name
		if f, g := x.Field(i), y.Field(i); f.Kind() == reflect.Slice {
			if f.Len() != g.Len() {
				return name + ": another number"
			}
			for j := range f.Len() {
				if !reflect.DeepEqual(f.Index(j).Interface(), g.Index(j).Interface()) {
					return fmt.Sprintf("%s: %+v\nand %+v", name, reflect.Indirect(f.Index(j)), reflect.Indirect(g.Index(j)))
				}
			}
		}
	}
	return "the look-ups differ"
}

var (
	xmlCommand = regexp.MustCompile(`(?s)<command(?: [^>]*[^/>])?>.*?</command>`)
	xmlPart    = regexp.MustCompile(`(?s)<(?:proto|param)[ >].*?</(?:proto|param)>`)
	xmlTag     = regexp.MustCompile(`<[^>]*>`)
	xmlName    = regexp.MustCompile(`<name>(\w+)</name>`)
)

// TestAgainstText compares the commands with the text of the XML file without its tags.
func TestAgainstText(t *testing.T) {
	r := debian.registry(t)
	seen := 0
	for _, path := range []string{debian.gl, debian.egl} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range xmlCommand.FindAllString(string(text), -1) {
			c, ok := r.Command(xmlName.FindStringSubmatch(command)[1])
			if !ok {
				continue
			}
			seen++
			parts := xmlPart.FindAllString(command, -1)
			if len(parts) != len(c.Params)+1 {
				t.Errorf("%s: %d parameters, want %d", c.Name, len(c.Params), len(parts)-1)
				continue
			}
			sameText(t, parts[0], c.Return.Type.Declare(c.Name))
			for i, p := range c.Params {
				sameText(t, parts[i+1], p.Type.Declare(p.Name))
			}
		}
	}
	if seen != len(r.Commands) {
		t.Errorf("%d commands seen, want %d", seen, len(r.Commands))
	}
}

func sameText(t *testing.T, element, declared string) {
	t.Helper()
	want := strings.Join(cWords(xmlTag.ReplaceAllString(element, "")), " ")
	if got := strings.Join(cWords(declared), " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
