package templates

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// gitRepo is a temporary bare repository with one commit of the repository of a pack. It has no work tree, and the files are read
// from git's objects, so that neither hooks nor filters nor submodules of the repository apply.
type gitRepo struct {
	ref    GitRef
	dir    string
	commit string
}

// gitTime is the maximum time of a fetch.
const gitTime = 5 * time.Minute

// packRef is the reference in the temporary repository to what was fetched.
const packRef = "refs/gleslayergen/pack"

// fetchGit fetches the commit of a reference to a temporary repository.
func fetchGit(ctx context.Context, ref GitRef) (*gitRepo, error) {
	if why := ref.Check(); why != "" {
		return nil, &Error{fmt.Sprintf("template pack %.200q", ref), why, gitAdvice}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, gitTime, fmt.Errorf("git did not finish within %v", gitTime))
	defer cancel()
	dir, err := os.MkdirTemp("", "gleslayergen-pack-")
	if err != nil {
		return nil, err
	}
	g := &gitRepo{ref: ref, dir: dir}
	if err := g.fetch(ctx); err != nil {
		g.remove()
		return nil, ref.fault(err)
	}
	return g, nil
}

func (g *gitRepo) fetch(ctx context.Context) error {
	if _, err := g.run(ctx, 0, "init", "-q", "--bare", "--template="); err != nil {
		return err
	}
	from := "refs/tags/" + g.ref.Version
	if g.ref.isCommit() {
		from = g.ref.Version
	}
	_, err := g.run(ctx, 0, "fetch", "-q", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-auto-maintenance", "--end-of-options",
		g.ref.URL, from+":"+packRef)
	if err != nil {
		return err
	}
	out, err := g.run(ctx, 100, "rev-parse", "--verify", "-q", packRef+"^{commit}")
	g.commit = strings.TrimSpace(string(out))
	if err != nil || !gitCommitForm.MatchString(g.commit) {
		return errors.New("the version does not refer to a commit with a 40-digit hash")
	}
	if g.ref.isCommit() && g.commit != g.ref.Version {
		return fmt.Errorf("git fetched a different commit, %s", g.commit)
	}
	return nil
}

func (g *gitRepo) remove() { os.RemoveAll(g.dir) }

// run runs git in the temporary repository and returns at most the given number of bytes of its output.
func (g *gitRepo) run(ctx context.Context, most int64, args ...string) ([]byte, error) {
	transports := "https:ssh" // a URL of one can be configured as the other by url.BASE.insteadOf
	if strings.HasPrefix(g.ref.URL, "file:") {
		transports = "file"
	}
	settings := []string{"-c", "protocol.ext.allow=never", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false",
		"-c", "submodule.recurse=false", "-c", "gc.auto=0", "-c", "core.askPass="}
	cmd := exec.CommandContext(ctx, "git", append(settings, args...)...)
	cmd.Dir = g.dir
	cmd.Env = append(gitEnviron(os.Environ()), "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL="+transports, "GIT_DIR="+g.dir, "GIT_NO_REPLACE_OBJECTS=1")
	cmd.WaitDelay = time.Second // children of git can keep the pipes open
	var out, fault limited
	out.rest, fault.rest = most, 64<<10
	cmd.Stdout, cmd.Stderr = &out, &fault
	switch err := cmd.Run(); {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return nil, errNoGit
	case err != nil:
		return nil, errors.New(gitReason(fault.String(), err))
	case out.over:
		return nil, errTooLarge(most)
	}
	return out.Bytes(), nil
}

var errNoGit = errors.New("the program \"git\" was not found")

// fault returns an error for a pack that cannot be fetched.
func (r GitRef) fault(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	advice := "check the URL, the version (a tag, or a commit hash with 40 digits) and your access to the repository; to list its tags: git ls-remote " + r.URL
	if errors.Is(err, errNoGit) {
		advice = "install git, or pass a directory or zip file with the pack"
	}
	return &Error{"template pack " + r.String(), err.Error(), advice}
}

// keptGit are the variables of git that configure how it connects. The others, such as GIT_DIR, would make it use another repository.
var keptGit = []string{"GIT_SSH", "GIT_SSL_", "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=", "GIT_CONFIG_NOSYSTEM=", "GIT_EXEC_PATH=", "GIT_PROXY_"}

// gitEnviron removes variables of git from an environment.
func gitEnviron(env []string) []string {
	return slices.DeleteFunc(env, func(v string) bool {
		return strings.HasPrefix(v, "GIT_") && !slices.ContainsFunc(keptGit, func(kept string) bool { return strings.HasPrefix(v, kept) })
	})
}

// gitReason returns the reason of a failure from the output of git, which contains text of the server.
func gitReason(output string, err error) string {
	reason := ""
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(strings.Map(func(c rune) rune {
			if isControl(c) {
				return ' '
			}
			return c
		}, line))
		if fatal, ok := strings.CutPrefix(line, "fatal: "); ok {
			reason = fatal
			break
		}
		if line != "" {
			reason = line
		}
	}
	if reason == "" {
		reason = err.Error()
	}
	return fmt.Sprintf("git: %.300s", reason)
}

// limited keeps the first bytes written to it.
type limited struct {
	bytes.Buffer
	rest int64
	over bool
}

func (l *limited) Write(b []byte) (int, error) {
	keep := min(int64(len(b)), l.rest)
	l.rest -= keep
	l.over = l.over || keep < int64(len(b))
	l.Buffer.Write(b[:keep])
	return len(b), nil
}

var _ io.Writer = (*limited)(nil)
