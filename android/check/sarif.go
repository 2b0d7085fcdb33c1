package check

import (
	"net/url"
	"path/filepath"
	"strings"
)

// SARIF is a log in the format of OASIS SARIF 2.1.0, which code hosts display next to the code.
type SARIF struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool    sarifTool     `json:"tool"`
	Results []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID            string      `json:"id"`
	Short         sarifText   `json:"shortDescription"`
	Full          sarifText   `json:"fullDescription"`
	Help          sarifText   `json:"help"`
	Configuration sarifConfig `json:"defaultConfiguration"`
}

type sarifConfig struct {
	Level string `json:"level"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	RuleIndex int             `json:"ruleIndex"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

type sarifLocation struct {
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

// ToSARIF converts findings to SARIF. The log includes all rules, even those without findings.
func ToSARIF(findings []Finding, version string) *SARIF {
	driver := sarifDriver{Name: "gleslayergen", Version: version, InformationURI: "https://github.com/gleslayergen/gleslayergen"}
	index := map[string]int{}
	for i, r := range rulesTable {
		index[r.ID] = i
		driver.Rules = append(driver.Rules, sarifRule{r.ID, sarifText{Text: r.Title + "."}, sarifText{Text: r.Why},
			sarifText{r.Why + " What to do: " + r.Remedy + ".", r.Why + "\n\n**What to do:** " + markdown(r.Remedy) + "."},
			sarifConfig{string(r.Severity)}})
	}
	results := []sarifResult{}
	for _, f := range findings {
		results = append(results, sarifResult{f.ID, index[f.ID], string(f.Severity),
			sarifText{Text: f.What + ". " + f.Why + " What to do: " + f.Remedy + "."}, []sarifLocation{f.location()}})
	}
	return &SARIF{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{{sarifTool{driver}, results}}}
}

// location returns the file and its entry.
func (f Finding) location() sarifLocation {
	at := sarifLocation{Physical: sarifPhysical{sarifArtifact{fileURI(f.File)}}}
	if f.Where != "" {
		at.Logical = []sarifLogical{{f.Where, "resource"}}
	}
	return at
}

// fileURI returns a relative reference for a relative path, else a file URI.
func fileURI(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme, u.Path = "file", "/"+strings.TrimPrefix(u.Path, "/")
	}
	return u.String()
}

var escapeMarkdown = strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, ">", `\>`)

func markdown(s string) string { return escapeMarkdown.Replace(s) }
