package main

import (
	"fmt"
	"math"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// student are the quantiles of Student's distribution with a 2.5 % upper tail, indexed by the number of
// values minus one.
var student = map[int]float64{1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262,
	10: 2.228, 11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145}

// lowerEnd returns the lower end of the 95 % interval of a ratio, from the mean of its logarithms by
// Student's t.
func lowerEnd(ratios measure.Series) (float64, error) {
	n := float64(len(ratios))
	t, ok := student[len(ratios)-1]
	if !ok {
		return 0, fmt.Errorf("95 %% interval: no value of Student's t for %v pairs", n)
	}
	var sum, squares float64
	for _, r := range ratios {
		sum += math.Log(r)
	}
	mean := sum / n
	for _, r := range ratios {
		squares += (math.Log(r) - mean) * (math.Log(r) - mean)
	}
	return math.Exp(mean - t*math.Sqrt(squares/(n-1)/n)), nil
}
