package diff

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Time    string        `xml:"time,attr,omitempty"` // seconds
	Failure *junitFailure `xml:"failure"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the report as a test suite in JUnit's XML format: a test case for each frame that was compared, and one for
// everything outside of these frames. The time of a case is that of the frame in B. A case fails if the recordings are not equal.
func (r *Report) WriteJUnit(w io.Writer, name string) error {
	suite := junitSuite{Name: name}
	described, rest := r.byFrame()
	different := 0
	for i := range r.Frames {
		f := &r.Frames[i]
		different += f.Different
		suite.add(junitCase{Class: name, Name: fmt.Sprintf("frame %d", f.A), Time: seconds(f.TimeB), Failure: f.failure(described[f.A])})
	}
	other := r.failure(different, rest)
	if other == nil && !r.Equal && suite.Failures == 0 {
		other = &junitFailure{"the recordings are different", lines(r.Differences)}
	}
	suite.add(junitCase{Class: name, Name: "other calls and images", Failure: other})
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	s.Cases = append(s.Cases, c)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.6f", d.Seconds()) }

// failure returns the failure of a frame, or nil.
func (f *Frame) failure(described []Difference) *junitFailure {
	var parts []string
	if f.Different > 0 {
		parts = append(parts, fmt.Sprintf("%d differences in %d calls", f.Different, f.Calls))
	}
	if f.Image != nil && f.Image.Different {
		parts = append(parts, "image: "+f.Image.text())
	}
	if parts == nil {
		return nil
	}
	return &junitFailure{strings.Join(parts, "; "), lines(described)}
}

// byFrame returns the described differences of the frames that were compared, and the rest: images can be those of earlier draws.
func (r *Report) byFrame() (described map[int][]Difference, rest []Difference) {
	described = map[int][]Difference{}
	for i := range r.Frames {
		described[r.Frames[i].A] = nil
	}
	for _, d := range r.Differences {
		_, known := described[d.Frame]
		if !known || d.Kind == KindNoImage || d.Function == drawImage {
			rest = append(rest, d)
			continue
		}
		described[d.Frame] = append(described[d.Frame], d)
	}
	return described, rest
}

// failure returns the failure of what is in no frame, or nil. counted is the number of differences in frames.
func (r *Report) failure(counted int, rest []Difference) *junitFailure {
	draws := r.Images.Different
	for i := range r.Frames {
		if image := r.Frames[i].Image; image != nil && image.Different {
			draws--
		}
	}
	var parts []string
	for _, one := range []struct {
		n    int
		what string
	}{
		{r.Total() - r.Images.Different - r.Images.Lacking - r.Images.Lost - counted, "differences"}, {draws, "different images of draws"},
		{r.Images.Lacking, "missing images"}, {r.Images.Lost, "lost images"}, {r.Missing, "missing calls"}, {r.Additional, "additional calls"},
	} {
		if one.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", one.n, one.what))
		}
	}
	if parts == nil {
		return nil
	}
	return &junitFailure{strings.Join(parts, ", "), lines(rest)}
}

func lines(all []Difference) string {
	var text strings.Builder
	for i := range all {
		text.WriteString("\n" + all[i].String())
	}
	return text.String()
}

// String returns the difference as a line.
func (d *Difference) String() string {
	where := fmt.Sprintf("thread %d: %s", d.Thread, d.Function)
	if d.Frame >= 0 {
		where = fmt.Sprintf("frame %d, ", d.Frame) + where
	}
	if d.B >= 0 {
		where = fmt.Sprintf("call %d of B, ", d.B) + where
	}
	if d.A >= 0 {
		where = fmt.Sprintf("call %d, ", d.A) + where
	}
	if what := d.what(); what != "" {
		where += ": " + what
	}
	return fmt.Sprintf("%s: A %s; B %s", where, d.TextA, d.TextB)
}

// what says what differs.
func (d *Difference) what() string {
	switch {
	case d.UntilSwap:
		return "different calls until the next swap"
	case d.Kind == KindCalls && d.Missing+d.Additional > 0:
		return fmt.Sprintf("%d missing, %d additional", d.Missing, d.Additional)
	case d.Kind == KindAnswer && d.Parameter == "":
		return "result"
	case d.Kind == KindError:
		return "GL error"
	case d.Kind == KindInput:
		return "argument " + d.Parameter
	}
	return d.Parameter
}
