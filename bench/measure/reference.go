package measure

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// GlXML is Debian's copy of gl.xml, and EglXML of egl.xml (package python3-glad).
const (
	GlXML  = "/usr/lib/python3/dist-packages/glad/files/gl.xml"
	EglXML = "/usr/lib/python3/dist-packages/glad/files/egl.xml"
)

// decodeMS is the time of the reference on the machine where the absolute limits were set.
const decodeMS = 70

// A Reference is a known task that is measured in the same run.
type Reference struct {
	Name     string `json:"name"`
	Unit     string `json:"unit"`
	Measured Series `json:"measured"`
}

// CPU measures the current speed of this machine: the time of one decode of gl.xml by encoding/xml into a
// structure, in a separate process, in ms.
var CPU = Probe{"decode of gl.xml", func(ctx context.Context) (Values, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	u, err := Command{Args: []string{self}, Env: []string{decodeEnv + "=" + GlXML}}.Run(ctx)
	if err != nil {
		return nil, err
	}
	ns, err := strconv.ParseFloat(strings.TrimSpace(u.Out), 64)
	return Values{"": ns / 1e6}, err
}}

// decodeEnv names a file: the benchmark then decodes it once, prints the time in nanoseconds, and ends.
const decodeEnv = "GLESLAYERGEN_BENCH_DECODE"

// registryFile selects what the decode reads from gl.xml: every element with a name.
type registryFile struct {
	Enums []struct {
		Enum []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"enum"`
	} `xml:"enums"`
	Commands []struct {
		Proto string `xml:"proto>name"`
		Param []struct {
			Name string `xml:"name"`
			Len  string `xml:"len,attr"`
		} `xml:"param"`
	} `xml:"commands>command"`
}

// CPU starts the benchmark or its test again with decodeEnv set.
func init() {
	if file := os.Getenv(decodeEnv); file != "" {
		os.Exit(decodeOnce(file))
	}
}

func decodeOnce(file string) int {
	data, err := os.ReadFile(file)
	start := time.Now()
	if err == nil {
		err = xml.NewDecoder(bytes.NewReader(data)).Decode(&registryFile{})
	}
	took := time.Since(start)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(took.Nanoseconds())
	return 0
}
