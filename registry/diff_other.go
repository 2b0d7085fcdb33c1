package registry

import (
	"fmt"
	"strconv"
	"strings"
)

func (d *differ) feature(old, new *Feature) {
	if old == nil || new == nil {
		whole(d, Change{What: InFeature, Name: either(old, new).Name}, old, new, func(f *Feature) string { return string(f.API) + " " + f.Number },
			commandsIn(either(old, new).Requires))
		return
	}
	c := Change{What: InFeature, Name: new.Name, Fact: "version"}
	d.fact(c, string(old.API)+" "+old.Number, string(new.API)+" "+new.Number, commandsIn(old.Requires), commandsIn(new.Requires))
	d.requires(c, old.Requires, new.Requires)
}

func (d *differ) extension(old, new *Extension) {
	if old == nil || new == nil {
		whole(d, Change{What: InExtension, Name: either(old, new).Name}, old, new, func(x *Extension) string { return joinAPIs(x.Supported) },
			commandsIn(either(old, new).Requires))
		return
	}
	c := Change{What: InExtension, Name: new.Name, Fact: "supported"}
	d.fact(c, joinAPIs(old.Supported), joinAPIs(new.Supported), commandsIn(old.Requires), commandsIn(new.Requires))
	d.requires(c, old.Requires, new.Requires)
}

// requires compares the contents of a version or extension.
func (d *differ) requires(c Change, old, new []Require) {
	for _, kind := range requireKinds {
		c.Fact = kind.fact
		went, came := listed(old, kind.of), listed(new, kind.of)
		var touched [][]string
		if c.Fact == "commands" {
			touched = [][]string{bare(without(went, came)), bare(without(came, went))}
		}
		d.list(c, went, came, touched...)
	}
}

func (d *differ) typ(old, new *Type) {
	name := either(old, new).Name
	touched := [][]string{d.old.ofType(name), d.new.ofType(name)}
	if old == nil || new == nil {
		whole(d, Change{What: InType, Name: name}, old, new, (*Type).String, touched...)
		return
	}
	d.fact(Change{What: InType, Name: name, Fact: "definition"}, old.String(), new.String(), touched...)
}

func (d *differ) enum(old, new *Enum) {
	name := either(old, new).Name
	var touched [][]string
	for _, side := range []struct {
		*Enum
		uses *uses
	}{{old, d.old}, {new, d.new}} {
		if side.Enum != nil {
			touched = append(touched, side.uses.ofGroups(side.Groups))
		}
	}
	if old == nil || new == nil {
		whole(d, Change{What: InEnum, Name: name}, old, new, (*Enum).value, touched...)
		return
	}
	c := Change{What: InEnum, Name: name}
	for _, f := range []struct{ fact, old, new string }{
		{"value", old.value(), new.value()}, {"type", old.Type, new.Type}, {"alias", old.Alias, new.Alias},
	} {
		c.Fact = f.fact
		d.fact(c, f.old, f.new, touched...)
	}
}

// value returns the enum's value in hexadecimal, or as a negative number.
func (e *Enum) value() string {
	if int64(e.Value) < 0 && e.Type != "ull" {
		return strconv.FormatInt(int64(e.Value), 10)
	}
	return fmt.Sprintf("%#04x", e.Value)
}

// String lists the group's enums, after the word bitmask if they are bits.
func (g *EnumGroup) String() string {
	return strings.TrimSpace(flag(g.Bitmask) + " " + strings.Join(g.Enums, ","))
}

func (d *differ) group(old, new *EnumGroup) {
	name := either(old, new).Name
	touched := [][]string{d.old.ofGroup[name], d.new.ofGroup[name]}
	if old == nil || new == nil {
		whole(d, Change{What: InGroup, Name: name}, old, new, (*EnumGroup).String, touched...)
		return
	}
	d.fact(Change{What: InGroup, Name: name, Fact: "bitmask"}, strconv.FormatBool(old.Bitmask), strconv.FormatBool(new.Bitmask), touched...)
	d.list(Change{What: InGroup, Name: name, Fact: "enums"}, old.Enums, new.Enums, touched...)
}
