package rules

import (
	"strings"
	"testing"
)

func TestFindVendor(t *testing.T) {
	for maker, want := range map[string][2]string{
		"Xiaomi":   {"vendor-xiaomi", "USB debugging (Security settings)"},
		"Redmi":    {"vendor-xiaomi", "USB debugging (Security settings)"},
		"realme":   {"vendor-oppo", "Disable permission monitoring"},
		"OnePlus ": {"vendor-oppo", "Disable permission monitoring"},
		"Google":   {"vendor-other", "Developer options"},
		"":         {"vendor-other", "Developer options"},
		"*":        {"vendor-other", "Developer options"},
	} {
		if v := FindVendor(maker); v.ID != want[0] || !strings.Contains(v.Toggle, want[1]) {
			t.Errorf("%q: %s, %s", maker, v.ID, v.Toggle)
		}
	}
	for _, v := range Vendors() {
		if topic := v.Topic(); !strings.Contains(topic.Text, v.Toggle) || topic.Title == "" || strings.HasSuffix(v.Toggle, ".") {
			t.Errorf("%+v", topic)
		}
	}
}
