package reports

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestCheckSchema: each kind of wrong report is refused.
func TestCheckSchema(t *testing.T) {
	good := `{"schema": 1, "folder": "/tmp/run", "environment": {"A": "1"}}`
	if err := CheckSchema("run-env", good+"\n"+good); err != nil {
		t.Errorf("%s: %v", good, err)
	}
	for _, bad := range []string{
		"", "[]", "null", good + "{",
		`{"schema": 2, "folder": "/tmp/run", "environment": {}}`,
		`{"schema": 1, "environment": {}}`,
		`{"schema": 1, "folder": null, "environment": {}}`,
		`{"schema": 1, "folder": "/tmp/run", "environment": {"A": 1}}`,
		`{"schema": 1, "folder": "/tmp/run", "environment": {}, "more": 1}`,
	} {
		if err := CheckSchema("run-env", bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	for schema, bad := range map[string]string{
		"vet":         `{"schema": 1, "findings": null}`,
		"device-list": `{"schema": 1, "devices": [{"serial": 1}]}`,
		"device-why":  `{"schema": 1, "devices": [{"serial": "a"}]}`,
	} {
		if err := CheckSchema(schema, bad); err == nil {
			t.Errorf("%s: %q is accepted", schema, bad)
		}
	}
	if err := CheckSchema("device-why", `{"schema": 1, "devices": [{"serial": "a", "error": "device offline"}]}`); err != nil {
		t.Error(err)
	}
}

func TestSchemaOf(t *testing.T) {
	for args, want := range map[string]string{
		"version --json":                 "version",
		"version":                        "",
		"run --json -- ./app":            "run",
		"run --layer a.so -- sh --json":  "",
		"run --env --json":               "run-env",
		"trace stats a.gltrace --json":   "trace-stats",
		"device driver --host --json":    "device-driver-host",
		"device -s abc why app --json":   "device-why",
		"device global disable --json":   "device-restore",
		"new x --json":                   "new",
		"new --list-examples --json":     "new-list-examples",
		"trace record --json -- ./stats": "trace-record",
		"registry show --json explain":   "registry-show",
	} {
		if got := schemaOf(strings.Fields(args)); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}

// TestSchemas: each schema can be used, and users with an older one can read newer reports.
func TestSchemas(t *testing.T) {
	all, err := Table()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if _, err := open(r.Schema); err != nil {
			t.Error(err)
		}
		text, err := os.ReadFile("../../../docs/schemas/" + r.Schema + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"additionalProperties": false`) {
			t.Errorf("%s: closed to new members", r.Schema)
		}
		var top struct{ Properties map[string]json.RawMessage }
		if err := json.Unmarshal(text, &top); err != nil || len(top.Properties) == 0 {
			t.Errorf("%s: no members: %v", r.Schema, err)
		}
	}
}
