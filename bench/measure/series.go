package measure

import (
	"encoding/json"
	"slices"
)

// Series are the values of one measurement in the order they were taken.
type Series []float64

// Median returns the middle value, or the mean of the middle two; 0 for an empty series.
func (s Series) Median() float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	half := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[half]
	}
	return (sorted[half-1] + sorted[half]) / 2
}

// Min returns the smallest value; 0 for an empty series.
func (s Series) Min() float64 {
	if len(s) == 0 {
		return 0
	}
	return slices.Min(s)
}

// Max returns the largest value; 0 for an empty series.
func (s Series) Max() float64 {
	if len(s) == 0 {
		return 0
	}
	return slices.Max(s)
}

// Fastest returns the smallest quarter of the values, sorted: at least one if there is any.
func (s Series) Fastest() Series {
	return slices.Sorted(slices.Values(s))[:(len(s)+3)/4]
}

// MarshalJSON adds the median and the spread to the values.
func (s Series) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Median float64   `json:"median"`
		Min    float64   `json:"min"`
		Max    float64   `json:"max"`
		Runs   []float64 `json:"runs"`
	}{s.Median(), s.Min(), s.Max(), append([]float64{}, s...)})
}
