package gen

import (
	_ "embed"
	"fmt"
	"strconv"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed data/recorder_cells.tsv
var recorderCellsTable string

// trackedState is the state of a context that the recorder tracks. It differs from shadowState in how it is stored: the recorder
// cannot query a value that it does not know, so each value is known.
type trackedState struct {
	Cells []*shadowCell

	steps map[string][]shadowStep // by command
}

// recorderCells reads the cells.
func recorderCells(r *registry.Registry) []*shadowCell {
	return table.Must("recorder_cells.tsv", recorderCellsTable, 8, func(row []string) (*shadowCell, error) {
		c := &shadowCell{Name: row[0], path: row[2], Place: csyntax.Expr("c->" + row[3]), Words: 1, Read: row[4], valid: row[5], class: row[6]}
		var err error
		if c.Since, err = strconv.Atoi(row[7]); err != nil {
			return nil, err
		}
		enums := map[string]*csyntax.Expr{c.Name: &c.Query}
		if row[1] != "-" {
			enums[row[1]] = &c.Target
		}
		for name, value := range enums {
			e, ok := r.Enum(name)
			if !ok {
				return nil, fmt.Errorf("the registry has no enum %s", name)
			}
			*value = csyntax.Hex(e.Value)
		}
		return c, nil
	})
}

// resolveTracked computes the state, if the layer has a recorder.
func (p *Plan) resolveTracked(r *registry.Registry) error {
	if !p.records {
		return nil
	}
	p.tracked = &trackedState{Cells: recorderCells(r), steps: map[string][]shadowStep{}}
	for _, c := range r.Commands {
		compiler := shadowCompiler{registry: r, command: c, cells: p.tracked.Cells}
		steps, err := compiler.steps()
		if err != nil {
			return err
		}
		for _, s := range steps {
			if s.Cell == nil {
				continue // a deletion, of which the recorder must know before the call
			}
			if s.Cell.valid == "alignment" {
				s.Test = and([]csyntax.Expr{s.Test, s.Valid})
			}
			p.tracked.steps[c.Name] = append(p.tracked.steps[c.Name], s)
		}
	}
	return nil
}

// Steps returns the effects of a call.
func (s *trackedState) Steps(c *Command) []shadowStep { return s.steps[c.Name] }
