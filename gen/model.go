package gen

import (
	_ "embed"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/templates"
)

// ModelDoc describes everything that a template pack may depend on.
type ModelDoc struct {
	Schema     int          `json:"schema"`
	Model      int          `json:"model"`
	Types      []ModelType  `json:"types"` // the first is the type of a template's dot
	Functions  []ModelEntry `json:"functions"`
	Emitters   []ModelEntry `json:"emitters"`
	Conditions []ModelEntry `json:"conditions"`
}

// ModelType is a type of the model.
type ModelType struct {
	Name    string       `json:"name"`
	Meaning string       `json:"meaning"`
	Fields  []ModelEntry `json:"fields,omitempty"`
	Methods []ModelEntry `json:"methods,omitempty"`
}

// ModelEntry is a field, a method, a function, an emitter or a condition.
type ModelEntry struct {
	Name    string `json:"name"`
	Type    string `json:"type,omitempty"` // in Go, without packages
	Example string `json:"example,omitempty"`
	Meaning string `json:"meaning"`
}

// modelTable describes each name of the model.
//
//go:embed data/model.tsv
var modelTable string

// DescribeModel describes what templates see: names and types by reflection, everything else from model.tsv.
func DescribeModel() ModelDoc {
	rows := readModel()
	functions := newPlan().packFunctions(templates.Model)
	doc := ModelDoc{Schema: 1, Model: templates.Model}
	doc.Types = rows.types(reflect.TypeFor[*View]())
	doc.Functions = rows.entries("function", slices.Collect(maps.Keys(functions)))
	for i, f := range doc.Functions {
		doc.Functions[i].Type = signature(reflect.TypeOf(functions[f.Name]), 0)
	}
	doc.Emitters = rows.entries("emitter", slices.Concat(slices.Collect(maps.Keys(cEmitters)), slices.Collect(maps.Keys(goEmitters))))
	doc.Conditions = rows.entries("condition", slices.Collect(maps.Keys(conditions)))
	return doc
}

// modelRows returns the rows of model.tsv by kind and name; each value is an example and a description.
type modelRows map[[2]string][2]string

func readModel() modelRows {
	rows := modelRows{}
	for _, row := range table.Rows("model.tsv", modelTable, 4) {
		rows[[2]string{row[0], row[1]}] = [2]string{strings.TrimSuffix(row[2], "-"), row[3]}
	}
	return rows
}

func (rows modelRows) entry(kind, of, name string) ModelEntry {
	row := rows[[2]string{kind, of + name}]
	return ModelEntry{Name: name, Example: row[0], Meaning: row[1]}
}

func (rows modelRows) entries(kind string, names []string) []ModelEntry {
	slices.Sort(names)
	out := make([]ModelEntry, 0, len(names))
	for _, name := range names {
		if name != "" { // the condition that is always true
			out = append(out, rows.entry(kind, "", name))
		}
	}
	return out
}
