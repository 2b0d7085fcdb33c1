package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/why"
)

// The picture in docs shows the current tree.
func TestPictureIsNotStale(t *testing.T) {
	have, err := os.ReadFile("../../docs/android-why.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, drawTree(why.Tree())) {
		t.Error("docs/android-why.svg is stale: go run ./scripts/pictures why > docs/android-why.svg")
	}
}

// The table in docs shows the current tree.
func TestTableIsNotStale(t *testing.T) {
	have, err := os.ReadFile("../../docs/android.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(have, []byte("\n\n"+treeTable(why.Tree())+"\nNext: ")) {
		t.Error("docs/android.md does not have, before its last paragraph, the output of: go run ./scripts/pictures why-table")
	}
}

// The picture is XML and has every question and remedy. Each of them fits into its box.
func TestPicture(t *testing.T) {
	svg := drawTree(why.Tree())
	words := texts(t, svg)
	for _, row := range why.Tree() {
		room := map[string]int{row.Question: 50}
		for _, line := range lines(why.Placeholders(row.Remedy)) {
			room[line] = 70
		}
		for text, room := range room {
			if !strings.Contains(words, text) {
				t.Errorf("%s: %q is not in the picture", row.ID, text)
			}
			if len(text) > room {
				t.Errorf("%s: %q is longer than %d characters", row.ID, text, room)
			}
		}
		if stages[row.Stage] == "" {
			t.Errorf("%s: no heading for %q", row.ID, row.Stage)
		}
	}
}

// Each arrow is labeled with its answer.
func TestArrows(t *testing.T) {
	svg := string(drawTree(why.Tree()))
	if yes, no := strings.Count(svg, ">yes</text>"), strings.Count(svg, ">no</text>"); yes != strings.Count(svg, `class="way"`) || no != len(why.Tree()) {
		t.Errorf("yes at %d arrows, no at %d", yes, no)
	}
}

// texts returns all texts of a picture.
func texts(t *testing.T, svg []byte) string {
	t.Helper()
	var words strings.Builder
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return words.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if chars, is := token.(xml.CharData); is {
			words.Write(chars)
		}
	}
}
