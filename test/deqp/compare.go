package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A comparison is a case with a layer: its verdict, and that without a layer.
type comparison struct {
	Driver  string `json:"driver"`
	Layer   string `json:"layer"`
	Case    string `json:"case"`
	Without string `json:"without"`
	With    string `json:"with"`
	Alone   bool   `json:"alone,omitempty"` // the verdicts differed in a list of cases, and are those of the case alone
}

// equal reports whether the verdicts are as they must be: equal, or masked.
func (c comparison) equal() bool { return c.Without == c.With || c.masked() }

// masked reports whether the case is not supported only because a profile takes something away.
func (c comparison) masked() bool {
	return strings.HasPrefix(c.Layer, profilePrefix) && c.With == notSupported && c.Without != notSupported
}

// comparer compares the verdicts of a module's cases with layers with those without.
type comparer struct {
	driver string
	module module
	dir    string  // of the files
	setups []setup // the first has no layer
	store  *store
}

// run compares cases, except those that the store has from an earlier run.
func (c comparer) run(ctx context.Context, names []string) error {
	for len(names) > 0 {
		part := names[:min(batch, len(names))]
		names = names[len(part):]
		if left := c.store.missing(c.driver, part, c.setups[1:]); len(left) > 0 {
			if err := c.batch(ctx, left); err != nil {
				return err
			}
		}
		fmt.Fprintf(os.Stderr, "%s: %s: %d cases left\n", c.driver, c.module.name, len(names))
	}
	return nil
}

// batch compares cases that run in one list. Cases whose verdicts differ run again alone, with and without the layer.
func (c comparer) batch(ctx context.Context, names []string) error {
	base := filepath.Join(c.dir, fmt.Sprintf("%s-%d", c.driver, c.store.count()))
	without, err := c.setups[0].run(ctx, c.module, c.dir, base+"-none", names)
	if err != nil {
		return err
	}
	var list []comparison
	for _, s := range c.setups[1:] {
		with, err := s.run(ctx, c.module, c.dir, base+"-"+s.name, names)
		if err != nil {
			return err
		}
		for i, name := range names {
			one := comparison{Driver: c.driver, Layer: s.name, Case: name, Without: without[name], With: with[name]}
			if !one.equal() {
				if one, err = c.alone(ctx, fmt.Sprintf("%s-%s-%d", base, s.name, i), s, name); err != nil {
					return err
				}
			}
			list = append(list, one)
		}
	}
	return c.store.add(list)
}

// alone compares one case in processes of its own.
func (c comparer) alone(ctx context.Context, base string, s setup, name string) (comparison, error) {
	without, err := c.setups[0].run(ctx, c.module, c.dir, base+"-without", []string{name})
	if err != nil {
		return comparison{}, err
	}
	with, err := s.run(ctx, c.module, c.dir, base+"-with", []string{name})
	return comparison{c.driver, s.name, name, without[name], with[name], true}, err
}

// A store has the comparisons of a run, and of the earlier runs that it continues, in a file with a line of JSON for each.
type store struct {
	path string
	list []comparison
	have map[[3]string]bool // driver, layer and case
}

// openStore reads the comparisons of earlier runs. It drops a last line that is not complete.
func openStore(path string) (*store, error) {
	s := &store{path: path, have: map[[3]string]bool{}}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	end := int64(0)
	for in := bufio.NewReader(f); ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		var c comparison
		if err := json.Unmarshal(line, &c); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		end += int64(len(line))
		s.remember(c)
	}
	return s, os.Truncate(path, end)
}

func (s *store) remember(c comparison) {
	s.list = append(s.list, c)
	s.have[[3]string{c.Driver, c.Layer, c.Case}] = true
}

func (s *store) count() int { return len(s.list) }

// missing returns the cases that have not run over a driver with all layers.
func (s *store) missing(driver string, names []string, layers []setup) (left []string) {
	for _, name := range names {
		for _, l := range layers {
			if !s.have[[3]string{driver, l.name, name}] {
				left = append(left, name)
				break
			}
		}
	}
	return left
}

// add appends comparisons to the file.
func (s *store) add(list []comparison) error {
	f, err := os.OpenFile(s.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, c := range list {
		if s.have[[3]string{c.Driver, c.Layer, c.Case}] {
			continue
		}
		line, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if _, err := f.Write(append(line, '\n')); err != nil {
			return err
		}
		s.remember(c)
	}
	return f.Close()
}
