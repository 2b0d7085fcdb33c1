package main

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// A program is a row of programs.tsv.
type program struct {
	name     string
	packages []string // Debian packages of which the page names the versions
	env      []string
	argv     []string
	stop     string
	picture  string
	wait     time.Duration
	colors   int    // least number of colors of the picture
	apitrace string // reason why apitrace does not work with the program; "" if it does
}

// The values of the columns stop, other than the names of signals and keys, and picture.
const (
	endsItself = "itself"
	pressKey   = "key "
	equal      = "equal"
	similar    = "similar"
)

//go:embed programs.tsv
var programsTable string

// programs returns the rows of programs.tsv.
func programs() []program {
	return table.Must("programs.tsv", programsTable, 9, func(row []string) (program, error) {
		seconds, err := strconv.Atoi(row[6])
		colors, badColors := strconv.Atoi(row[7])
		err = errors.Join(err, badColors)
		if row[5] != equal && row[5] != similar {
			err = fmt.Errorf("picture %q", row[5])
		}
		return program{name: row[0], packages: strings.Fields(row[1]), env: strings.Fields(row[2]), argv: strings.Fields(row[3]), stop: row[4],
			picture: row[5], wait: time.Duration(seconds) * time.Second, colors: colors, apitrace: row[8]}, err
	})
}

// noise is text of programs that differs between runs, or that the recorder adds.
type noise struct{ program, text *regexp.Regexp }

//go:embed noise.tsv
var noiseTable string

// noises returns the rows of noise.tsv.
func noises() []noise {
	return table.Must("noise.tsv", noiseTable, 3, func(row []string) (noise, error) {
		program, err := regexp.Compile("^(" + row[0] + ")$")
		if err != nil {
			return noise{}, err
		}
		text, err := regexp.Compile(row[1])
		return noise{program, text}, err
	})
}
