package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/examples/active/core/fakedriver"
	"github.com/gleslayergen/gleslayergen/examples/active/gles"
)

// Each intercepted command reaches the driver exactly once. Change this with your hooks.
func TestForwarding(t *testing.T) {
	driver := &fakedriver.Driver{}
	app := fakedriver.Load(t, driver)
	for _, name := range fakedriver.Intercepted {
		app.CallWithZeros(name)
		if n := driver.Calls(name); n != 1 {
			t.Errorf("%s reached the driver %d times, expected 1", name, n)
		}
	}
}

// A test is the driver below the layer and the app above it.
func TestGLCreateProgram(t *testing.T) {
	called := false
	driver := &fakedriver.Driver{
		GLCreateProgram: func() gles.GLuint {
			called = true
			return 0
		},
	}
	app := fakedriver.Load(t, driver)
	app.GLCreateProgram()
	if !called {
		t.Error("glCreateProgram did not reach the driver")
	}
}
