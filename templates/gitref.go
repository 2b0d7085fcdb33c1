package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// GitRef names a template pack in a Git repository: git+URL[//DIR]@VERSION.
type GitRef struct {
	URL     string `json:"url"`           // https://, ssh:// or file://
	Dir     string `json:"dir,omitempty"` // directory of the pack in the repository; "" for its root
	Version string `json:"version"`       // a tag, or a commit with all its 40 digits
}

// Git is the origin of a template pack that git fetched.
type Git struct {
	GitRef
	Commit string `json:"commit"`
}

// gitPrefix starts a reference to a pack in a Git repository.
const gitPrefix = "git+"

// maxGitRef is the maximum size of a reference in bytes.
const maxGitRef = 1000

const gitAdvice = "write git+https://HOST/REPOSITORY@VERSION, or begin with git+ssh:// or git+file://; for a pack in a subdirectory, write //DIR before @VERSION; docs/templates.md has examples"

// The forms of the parts of a reference. They exclude options of git and ssh, other transports, passwords, and escapes that
// git or ssh would decode.
var (
	gitHostForm    = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9.-]{0,252}(:[0-9]{1,5})?$`)
	gitUserForm    = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$`)
	gitPathForm    = lazyregexp.New(`^(/[A-Za-z0-9._~+-]+)+$`)
	gitVersionForm = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._+-]*(/[A-Za-z0-9_][A-Za-z0-9._+-]*)*$`)
	gitCommitForm  = lazyregexp.New(`^[0-9a-f]{40}$`)
)

// IsGit reports whether the location of a pack is a reference to a Git repository.
func IsGit(where string) bool { return strings.HasPrefix(where, gitPrefix) }

// ParseGit parses a reference to a pack in a Git repository.
func ParseGit(where string) (GitRef, error) {
	ref, why := parseGit(where)
	if why == "" {
		why = ref.Check()
	}
	if why != "" {
		return GitRef{}, &Error{fmt.Sprintf("template pack %.200q", where), why, gitAdvice}
	}
	return ref, nil
}

func parseGit(where string) (ref GitRef, why string) {
	scheme, rest, ok := strings.Cut(strings.TrimPrefix(where, gitPrefix), "://")
	if !ok {
		return ref, "not a URL: \"://\" is missing"
	}
	host, path, _ := strings.Cut(rest, "/")
	at := strings.LastIndex(path, "@")
	if at < 0 {
		return ref, "the version is missing: append @VERSION"
	}
	path, ref.Version = path[:at], path[at+1:]
	path, ref.Dir, ok = strings.Cut(path, "//")
	if ok && ref.Dir == "" {
		return ref, "the directory after // is missing"
	}
	ref.URL = scheme + "://" + host + "/" + path
	return ref, ""
}

// Check returns what is wrong with the reference, or "".
func (r GitRef) Check() string {
	scheme, rest, _ := strings.Cut(r.URL, "://")
	host, path, _ := strings.Cut(rest, "/")
	user, server, hasUser := strings.Cut(host, "@")
	if !hasUser {
		server = host
	}
	switch {
	case len(r.URL)+len(r.Dir)+len(r.Version) > maxGitRef:
		return fmt.Sprintf("longer than %d bytes", maxGitRef)
	case !slices.Contains([]string{"https", "ssh", "file"}, scheme):
		return fmt.Sprintf("unsupported transport %.40q: use https, ssh or file", scheme)
	case scheme == "https" && hasUser:
		return "the URL contains a user name or a password, which gleslayer.yaml would store; remove it, and use a credential helper of git"
	case scheme == "file" && host != "":
		return fmt.Sprintf("host %.80q: a file URL has an absolute path after three slashes, as in file:///home/me/packs.git", host)
	case hasUser && !gitUserForm.MatchString(user):
		return fmt.Sprintf("invalid user %.80q", user)
	case scheme != "file" && !gitHostForm.MatchString(server):
		return fmt.Sprintf("invalid host %.80q", server)
	case !gitPathForm.MatchString("/" + path):
		return fmt.Sprintf("invalid path %.80q: use only letters, digits and the characters . _ ~ + - /", "/"+path)
	case !gitVersionForm.MatchString(r.Version), strings.Contains(r.Version, ".."), strings.HasSuffix(r.Version, "."), strings.HasSuffix(r.Version, ".lock"):
		return fmt.Sprintf("version %.80q: neither a valid tag name nor a commit hash", r.Version)
	case r.Dir != "" && checkName(r.Dir) != "":
		return fmt.Sprintf("directory %.80q: %s", r.Dir, checkName(r.Dir))
	case strings.Contains(r.Dir, "@"):
		return fmt.Sprintf("directory %.80q: contains @", r.Dir)
	}
	return ""
}

// Check returns what is wrong with the origin, or "".
func (g Git) Check() string {
	if !gitCommitForm.MatchString(g.Commit) {
		return fmt.Sprintf("invalid commit %.80q", g.Commit)
	}
	return g.GitRef.Check()
}

// String returns the reference in the form that ParseGit reads.
func (r GitRef) String() string {
	s := gitPrefix + r.URL
	if r.Dir != "" {
		s += "//" + r.Dir
	}
	return s + "@" + r.Version
}

// isCommit reports whether the version is a commit, which cannot change.
func (r GitRef) isCommit() bool { return gitCommitForm.MatchString(r.Version) }
