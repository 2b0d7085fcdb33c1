package main

import (
	"errors"
	"runtime"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/doctor"
)

// withAdvice says of programs that are missing how to get them, in the words of doctor.
func withAdvice(err error) error {
	var tools []string
	for _, one := range split(err) {
		var missing *android.Missing
		if errors.As(one, &missing) {
			tools = append(tools, missing.Tool)
		}
	}
	if len(tools) == 0 {
		return err
	}
	return &hinted{err, doctor.Advice(runtime.GOOS, tools...) + "; what else apk needs: gleslayergen doctor apk"}
}
