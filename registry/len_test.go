package registry

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseLen(t *testing.T) {
	for text, want := range map[string]struct {
		len     Len
		written string
	}{
		"":                    {Len{}, ""},
		"  ":                  {Len{}, ""},
		"0":                   {Len{Kind: LenConstant}, "0"},
		"16":                  {Len{Kind: LenConstant, Factor: 16}, "16"},
		"count":               {Len{Kind: LenParam, Param: "count", Factor: 1, Divisor: 1}, "count"},
		" bufSize ":           {Len{Kind: LenParam, Param: "bufSize", Factor: 1, Divisor: 1}, "bufSize"},
		"count*4":             {Len{Kind: LenProduct, Param: "count", Factor: 4, Divisor: 1}, "count*4"},
		"count*1":             {Len{Kind: LenProduct, Param: "count", Factor: 1, Divisor: 1}, "count*1"},
		"count * 12":          {Len{Kind: LenProduct, Param: "count", Factor: 12, Divisor: 1}, "count*12"},
		"bufSize / 4":         {Len{Kind: LenProduct, Param: "bufSize", Factor: 1, Divisor: 4}, "bufSize / 4"},
		"bufSize/8":           {Len{Kind: LenProduct, Param: "bufSize", Factor: 1, Divisor: 8}, "bufSize / 8"},
		"COMPSIZE()":          {Len{Kind: LenCompSize}, "COMPSIZE()"},
		"COMPSIZE(pname)":     {Len{Kind: LenCompSize, Args: []string{"pname"}}, "COMPSIZE(pname)"},
		"COMPSIZE( a , b,c )": {Len{Kind: LenCompSize, Args: []string{"a", "b", "c"}}, "COMPSIZE(a,b,c)"},
		"COMPSIZE":            {Len{Kind: LenParam, Param: "COMPSIZE", Factor: 1, Divisor: 1}, "COMPSIZE"},
	} {
		got, err := ParseLen(text)
		if err != nil || !reflect.DeepEqual(got, want.len) || got.String() != want.written {
			t.Errorf("%q: %+v written %q, %v", text, got, got, err)
		}
		if again, err := ParseLen(got.String()); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%q reads back as %+v (%v)", got, again, err)
		}
	}
}

func TestBadLen(t *testing.T) {
	for text, want := range map[string]string{
		"-1":                        "expected NUMBER, PARAMETER, PARAMETER*NUMBER, PARAMETER/NUMBER or COMPSIZE(...)",
		"2*count":                   "expected PARAMETER*NUMBER",
		"count*":                    "expected PARAMETER*NUMBER",
		"*4":                        "expected PARAMETER*NUMBER",
		"count*0":                   "expected PARAMETER*NUMBER",
		"count/0":                   "expected PARAMETER*NUMBER or PARAMETER/NUMBER",
		"count*-2":                  "expected PARAMETER*NUMBER",
		"count*width":               "expected PARAMETER*NUMBER",
		"count*4*2":                 "expected PARAMETER*NUMBER",
		"count*9999999999999999999": "expected PARAMETER*NUMBER",
		"99999999999999999999":      "expected NUMBER, PARAMETER",
		"count+1":                   "expected NUMBER, PARAMETER",
		"count 4":                   "expected NUMBER, PARAMETER",
		"COMPSIZE(":                 "expected NUMBER, PARAMETER",
		"COMPSIZE(a":                "expected NUMBER, PARAMETER",
		"COMPSIZE(a,)":              `"" is not a parameter name`,
		"COMPSIZE(a*2)":             `"a*2" is not a parameter name`,
		"COMPSIZE(1)":               `"1" is not a parameter name`,
		"compsize(a)":               "expected NUMBER, PARAMETER",
		strings.Repeat("a", 300):    "expected NUMBER, PARAMETER",
		strings.Repeat("a", 1e6):    "too long",
	} {
		if got, err := ParseLen(text); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 400 {
			t.Errorf("%.40q: %+v, %v, want %s", text, got, err, want)
		}
	}
}
