package main

import (
	"errors"
	"runtime"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/doctor"
)

// withAdvice says of a program that is missing how to get it, in the words of doctor.
func withAdvice(err error) error {
	var missing *android.Missing
	if errors.As(err, &missing) {
		return &hinted{err, doctor.Advice(runtime.GOOS, missing) + "; what else apk needs: gleslayergen doctor apk"}
	}
	return err
}
