package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/doctor"
)

// withAdvice says of programs that are missing how to get them, in the words of doctor.
func withAdvice(err error) error {
	missing := missingIn(err)
	if len(missing) == 0 {
		return err
	}
	if len(missing) == 1 {
		return &hinted{missing[0], doctor.Advice(runtime.GOOS, missing[0]) + moreOfAPK}
	}
	var names, advice, ways []string
	for _, m := range missing {
		names = append(names, strings.Join(m.Names, " or "))
		if way := doctor.Advice(runtime.GOOS, m); !slices.Contains(ways, way) {
			ways, advice = append(ways, way), append(advice, m.Tool+": "+way)
		}
	}
	return &hinted{fmt.Errorf("%s: not found, neither in $ANDROID_HOME, $JAVA_HOME nor on the PATH", strings.Join(names, ", ")), strings.Join(advice, "; ") + moreOfAPK}
}

const moreOfAPK = "; what else apk needs: gleslayergen doctor apk"

// missingIn are the programs that an error, or the errors joined in it, tell of.
func missingIn(err error) []*android.Missing {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []*android.Missing
		for _, one := range joined.Unwrap() {
			all = append(all, missingIn(one)...)
		}
		return all
	}
	if m, ok := errors.AsType[*android.Missing](err); ok {
		return []*android.Missing{m}
	}
	return nil
}
