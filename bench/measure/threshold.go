package measure

import "fmt"

// A Threshold is the limit of a median.
type Threshold struct {
	Value float64 `json:"limit"`
	Rule  string  `json:"rule,omitempty"` // how the limit was computed
}

// Fixed returns a limit that does not depend on the machine.
func Fixed(limit float64) *Threshold {
	return &Threshold{Value: limit}
}

// Share returns a limit relative to a reference.
func Share(factor float64, rule string, ref Reference) *Threshold {
	return &Threshold{factor * ref.Measured.Median(), rule + " " + ref.Name}
}

// Scaled returns an absolute limit, scaled by the speed of this machine.
func Scaled(limit float64, unit string, cpu Series) *Threshold {
	return ScaledBy(limit, unit, cpu, decodeMS)
}

// ScaledBy returns an absolute limit, scaled by a reference: its time where the limit was set (then) and its
// time here (now).
func ScaledBy(limit float64, unit string, now Series, then float64) *Threshold {
	scale := now.Median() / then
	return &Threshold{limit * scale, fmt.Sprintf("%s x %.2f", figure(limit, unit), scale)}
}

// Plus returns the limit with a multiple of a reference added.
func (t *Threshold) Plus(factor float64, rule string, ref Reference) *Threshold {
	added := Share(factor, rule, ref)
	return &Threshold{t.Value + added.Value, t.Rule + " + " + added.Rule}
}

// A Row is one measurement of the report.
type Row struct {
	What       string      `json:"what"`
	Unit       string      `json:"unit"`
	Measured   Series      `json:"measured"`
	References []Reference `json:"references"`
	Limit      *Threshold  `json:"bar,omitempty"` // nil: the row has no limit
	Status     string      `json:"status"`        // ok, missed or info
}

// The values of Status.
const (
	OK       = "ok"
	Exceeded = "missed"
	Info     = "info"
)

func (r *Row) judge() {
	switch {
	case r.Limit == nil:
		r.Status = Info
	case len(r.Measured) > 0 && r.Measured.Median() <= r.Limit.Value:
		r.Status = OK
	default:
		r.Status = Exceeded
	}
}

// figure formats a value with its unit.
func figure(v float64, unit string) string { return number(v) + " " + unit }

// number formats a value with at least three digits.
func number(v float64) string {
	switch {
	case v < 9.995:
		return fmt.Sprintf("%.2f", v)
	case v < 99.95:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
