package measure

import "context"

// A Limit is the longest allowed time of a probe, in ms on the machine where limits were set; 0 for no limit.
type Limit struct {
	What string // the probe's name
	Most float64
}

// Limits measures probes that give times in ms, and the speed of this machine, which scales the limits. It
// adds a row for each limit and returns all measured values.
func (r *Report) Limits(ctx context.Context, t Turns, limits []Limit, probes ...Probe) (map[string]Series, error) {
	got, err := t.Run(ctx, append(probes, CPU)...)
	if err != nil {
		return nil, err
	}
	speed := got[CPU.Name]
	for _, l := range limits {
		row := Row{What: l.What, Unit: Millisecond, Measured: got[l.What],
			References: []Reference{{Name: CPU.Name, Unit: Millisecond, Measured: speed}}}
		if l.Most > 0 {
			row.Limit = Scaled(l.Most, Millisecond, speed)
		}
		r.Add(row)
	}
	return got, nil
}
