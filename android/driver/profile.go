package driver

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/explain"
	"github.com/gleslayergen/gleslayergen/gen/profile"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/registry"
)

// profileTask is the task of the probe that prints the lines of a profile.
const profileTask = "profile"

// compressed matches the formats without samples.
var compressed = lazyregexp.New(`_COMPRESSED_|_PALETTE|_ETC|_ATC_|_3DC_|_SR8_`)

// profileTable returns the C header with the limits and formats that the probe queries.
var profileTable = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString("static const struct limit limits[] = {\n")
	r := registry.Builtin()
	t := explain.New(r)
	for _, l := range profile.Limits() {
		members, err := t.Members([]string{l.Name})
		if err != nil {
			panic(err) // the registry is built in
		}
		m := members[0]
		fmt.Fprintf(&b, "    {\"%s\", 0x%04X, %d, %d, \"%s\"},\n", l.Name, m.Value, l.Values, m.Since, m.Extensions)
	}
	b.WriteString("};\n\nstatic const struct format formats[] = {\n")
	formats, err := t.Group("InternalFormat")
	if err != nil {
		panic(err)
	}
	for _, f := range formats {
		if !compressed.MatchString(f.Name) {
			fmt.Fprintf(&b, "    {\"%s\", 0x%04X, %d, \"%s\"},\n", f.Name, f.Value, f.Since, f.Extensions)
		}
	}
	b.WriteString("};\n")
	return b.String()
})

// profile returns the profile that the probe printed, or why there is none.
func (s probeOutput) profile() (*profile.Profile, string) {
	if fault := s.fault(profileTask); fault != "" {
		return nil, fault
	}
	p := profile.Parse(s[profileTask]["line"])
	if p == nil {
		return nil, "the driver reports no version"
	}
	slices.Sort(p.Extensions)
	p.Extensions = slices.Compact(p.Extensions)
	return p, ""
}

// ProfileProbe returns a program, compiled if needed, and its arguments. Its output is for ReadProfile.
func ProfileProbe(ctx context.Context) (program string, args []string, err error) {
	program, err = compile(ctx, "", cbuild.FindCompiler())
	return program, []string{seconds(), profileTask}, err
}

// ReadProfile returns the profile that the program of ProfileProbe printed.
func ReadProfile(r io.Reader) (*profile.Profile, error) {
	p, why := readProbeOutput(io.LimitReader(r, maxProbeOutput)).profile()
	if p == nil {
		return nil, fmt.Errorf("the driver could not be queried: %s", why)
	}
	return p, nil
}

// Profile returns the first profile of a report.
func (r *Report) Profile() (*profile.Profile, error) {
	why := "no process was queried"
	for _, p := range r.Processes {
		switch {
		case p.Profile != nil:
			return p.Profile, nil
		case p.NoProfile != "":
			why = p.NoProfile
		case p.Missing != "" && why == "no process was queried":
			why = p.Missing
		}
	}
	return nil, fmt.Errorf("no profile of the driver: %s", why)
}
