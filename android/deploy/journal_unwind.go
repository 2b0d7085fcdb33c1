package deploy

// Value is the current value of a setting or property. If it is not set, Text is empty.
type Value struct {
	Text string
	Set  bool
}

// Unwound is the planned value of one setting or property, and the changes that are settled with it.
type Unwound struct {
	Kind, Name string
	Now, To    Value    // if equal, nothing is written
	First      Value    // value before the last series of consecutive changes of this tool
	Settled    []Change // undone when the value is To
	Foreign    []Change // another process changed the value later: not undone
}

// Unwind plans how to restore the settings, drivers of apps and properties in the journal. It goes from the last change to the
// first and undoes each change whose value is still present. A change that a crash prevented is skipped. A value
// that another process changed since stays. now returns the present value; boot identifies the present boot.
func Unwind(changes []Change, boot string, now func(kind, name string) Value) []Unwound {
	var out []Unwound
	at := map[[2]string]int{}
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		if !c.isValue() {
			continue
		}
		key := [2]string{c.Kind, c.Name}
		if _, ok := at[key]; !ok {
			v := now(c.Kind, c.Name)
			at[key] = len(out)
			out = append(out, Unwound{Kind: c.Kind, Name: c.Name, Now: v, To: v, First: Value{c.After, c.AfterSet}})
		}
		out[at[key]].add(c, boot)
	}
	return out
}

// add undoes one change. If its value is present, later values are gone, regardless of which process changed
// them.
func (u *Unwound) add(c Change, boot string) {
	before, after := Value{c.Before, c.BeforeSet}, Value{c.After, c.AfterSet}
	if after == u.First {
		u.First = before
	}
	switch {
	case before == after, c.EndsAtReboot() && c.BootID != boot: // nothing was changed, or the reboot undid it
		u.Settled = append(u.Settled, c)
	case u.To == before || u.To == after:
		u.To = before
		u.Settled = append(append(u.Settled, u.Foreign...), c)
		u.Foreign = nil
	default:
		u.Foreign = append(u.Foreign, c)
	}
}
