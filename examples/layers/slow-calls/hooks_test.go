//go:build ignore

package main

import (
	"slices"
	"testing"
	"time"

	"layer/core/fakedriver"
)

func TestSlow(t *testing.T) {
	var got []string
	slow = func(name string, _ time.Duration) { got = append(got, name) }
	limit = time.Hour
	app := fakedriver.Load(t, &fakedriver.Driver{})
	app.GLFinish()
	limit = -1
	app.GLLinkProgram(1)
	if !slices.Equal(got, []string{"glLinkProgram"}) {
		t.Errorf("%q", got)
	}
}
