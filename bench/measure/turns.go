package measure

import (
	"context"
	"fmt"
	"os"
)

// A Probe is run once a round.
type Probe struct {
	Name string
	Once func(context.Context) (Values, error)
}

// Values are the results of one run. A key is appended to the probe's name: "", or a constant such as Memory.
type Values map[string]float64

// Turns says how often the probes run.
type Turns struct {
	Title  string // shown in the progress line; "" for no such line
	Rounds int
	Warm   bool // begin with a round that does not count
}

// Run runs all probes in each round, one at a time, and returns a series for each name. The order changes from
// round to round, so that no probe always follows the same one.
func (t Turns) Run(ctx context.Context, probes ...Probe) (map[string]Series, error) {
	result := map[string]Series{}
	round := 0
	if t.Warm {
		round = -1
	}
	for ; round < t.Rounds; round++ {
		t.progress(round)
		for i := range probes {
			p := probes[turn(i, max(round, 0), len(probes))]
			values, err := p.Once(ctx)
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.Name, err)
			}
			for key, value := range values {
				if round >= 0 {
					result[p.Name+key] = append(result[p.Name+key], value)
				}
			}
		}
	}
	return result, nil
}

// turn returns the index of the probe that runs at a place of a round.
func turn(place, round, probes int) int {
	if round%2 == 1 {
		place = probes - 1 - place
	}
	return (place + round/2) % probes
}

func (t Turns) progress(round int) {
	switch {
	case t.Title == "":
	case round < 0:
		fmt.Fprintf(os.Stderr, "%s: warming up\n", t.Title)
	default:
		fmt.Fprintf(os.Stderr, "%s: round %d of %d\n", t.Title, round+1, t.Rounds)
	}
}
