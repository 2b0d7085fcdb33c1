package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Vendor describes how a manufacturer's devices block adb from writing settings, and the remedy.
type Vendor struct {
	ID     string   // stable, such as "vendor-xiaomi"
	Makers []string // values of ro.product.manufacturer in lower case; "*" for all others
	Title  string
	Toggle string // the switch as labeled on the device
	What   string // what is known about it
}

var allVendors = sync.OnceValue(func() []Vendor {
	return must(parseVendors("vendors.txt", vendorsTable))
})

// Vendors returns all known vendors in a new slice. The last one stands for all other manufacturers.
func Vendors() []Vendor { return slices.Clone(allVendors()) }

// FindVendor returns the vendor for a value of ro.product.manufacturer.
func FindVendor(maker string) Vendor {
	all := allVendors()
	maker = strings.ToLower(strings.TrimSpace(maker))
	i := slices.IndexFunc(all, func(v Vendor) bool { return slices.Contains(v.Makers, maker) })
	if i < 0 {
		i = len(all) - 1
	}
	return all[i]
}

// Topic returns the vendor as an explanation.
func (v Vendor) Topic() Topic {
	return Topic{ID: v.ID, Title: v.Title, Text: v.What + "\n\nWhat to do: " + v.Toggle + "."}
}

// parseVendors reads the blocks of makers.
func parseVendors(file, text string) ([]Vendor, error) {
	blocks, err := parseBlocks(file, text, []string{"id", "title", "makers", "toggle"}, nil)
	if err != nil {
		return nil, err
	}
	var vendors []Vendor
	seen := map[string]bool{}
	for _, b := range blocks {
		v := Vendor{ID: b.keys["id"], Title: b.keys["title"], Makers: strings.Fields(b.keys["makers"]), Toggle: b.keys["toggle"], What: b.text}
		if err := v.valid(seen); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, b.line, err)
		}
		vendors = append(vendors, v)
	}
	if !seen["*"] || !slices.Contains(vendors[len(vendors)-1].Makers, "*") {
		return nil, errors.New(file + ": the last block must be for all other manufacturers (makers: *)")
	}
	return vendors, nil
}

// valid checks that the ID is a vendor ID and that no earlier block has one of the manufacturers.
func (v Vendor) valid(seen map[string]bool) error {
	if !strings.HasPrefix(v.ID, "vendor-") || seen[v.ID] {
		return fmt.Errorf("vendor id %q: it must begin with vendor- and be unique", v.ID)
	}
	for _, name := range append([]string{v.ID}, v.Makers...) {
		if name != strings.ToLower(name) || seen[name] {
			return fmt.Errorf("%s: %q must be in lower case and unique", v.ID, name)
		}
		seen[name] = true
	}
	return nil
}
