package measure

import "fmt"

// A Bar is the most that a median may be.
type Bar struct {
	Limit float64 `json:"limit"`
	Rule  string  `json:"rule,omitempty"` // where the limit comes from
}

// Fixed is a limit that does not depend on the machine.
func Fixed(limit float64) *Bar {
	return &Bar{Limit: limit}
}

// Share is a limit relative to a reference.
func Share(factor float64, rule string, ref Reference) *Bar {
	return &Bar{factor * ref.Measured.Median(), rule + " " + ref.Name}
}

// Scaled is an absolute limit, scaled by the speed of this machine.
func Scaled(limit float64, unit string, cpu Series) *Bar {
	return ScaledBy(limit, unit, cpu, decodeMS)
}

// ScaledBy is an absolute limit, scaled by something that took then where the limit was set, and takes now here.
func ScaledBy(limit float64, unit string, now Series, then float64) *Bar {
	scale := now.Median() / then
	return &Bar{limit * scale, fmt.Sprintf("%s x %.2f", figure(limit, unit), scale)}
}

// A Row is one measurement of the report.
type Row struct {
	What       string      `json:"what"`
	Unit       string      `json:"unit"`
	Measured   Series      `json:"measured"`
	References []Reference `json:"references"`
	Bar        *Bar        `json:"bar,omitempty"` // none for what is only told
	Status     string      `json:"status"`        // ok, missed or info
}

// The values of Status.
const (
	OK     = "ok"
	Missed = "missed"
	Info   = "info"
)

func (r *Row) judge() {
	switch {
	case r.Bar == nil:
		r.Status = Info
	case len(r.Measured) > 0 && r.Measured.Median() <= r.Bar.Limit:
		r.Status = OK
	default:
		r.Status = Missed
	}
}

// figure prints a value with its unit.
func figure(v float64, unit string) string { return number(v) + " " + unit }

// number prints a value with three digits or more.
func number(v float64) string {
	switch {
	case v < 9.995:
		return fmt.Sprintf("%.2f", v)
	case v < 99.95:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
