//go:build ignore

package main

import (
	"slices"
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestMistakes(t *testing.T) {
	var found []string
	mistakes = func(what string) { found = append(found, what) }
	app := fakedriver.Load(t, &fakedriver.Driver{})
	app.GLUseProgram(3)
	app.GLDrawArrays(gles.GL_TRIANGLES, 0, 3)
	if len(found) > 0 {
		t.Errorf("a correct program: %q", found)
	}
	app.GLUseProgram(0)
	app.GLDrawElements(gles.GL_TRIANGLES, 3, gles.GL_UNSIGNED_SHORT, 0)
	app.GLDrawElements(gles.GL_TRIANGLES, 3, gles.GL_UNSIGNED_SHORT, 0)
	app.GLDeleteProgram(3)
	app.GLUseProgram(3)
	want := []string{"glDrawElements: no program is in use, so nothing is drawn", "glUseProgram(3): the program was deleted"}
	if !slices.Equal(found, want) {
		t.Errorf("%q, expected %q", found, want)
	}
}
