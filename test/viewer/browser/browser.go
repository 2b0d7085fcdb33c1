// Package browser is a headless Chromium with one page open, and an ear for what goes wrong in it.
package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// program is Debian's Chromium.
const program = "chromium"

// Limit is the most that one step in the page may take: machines may be slow, and have other work.
const Limit = 2 * time.Minute

// A Browser is one process with one page.
type Browser struct {
	Context context.Context // of the page; actions run in it
	free    context.CancelFunc
	profile string // folder, which all its processes have in their command line
	mu      sync.Mutex
	faults  []string
}

// Start starts Chromium with a window of this size. Close ends it.
func Start(ctx context.Context, width, height int) (*Browser, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return nil, errors.New("chromium is missing: make deps")
	}
	// The sandbox does not work for root; what is shown here is ours. Nothing is asked of the network.
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WindowSize(width, height), chromedp.WSURLReadTimeout(Limit),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-domain-reliability", true), chromedp.Flag("hide-scrollbars", false))
	profile, err := os.MkdirTemp("", "chromium-")
	if err != nil {
		return nil, err
	}
	allocated, free := chromedp.NewExecAllocator(ctx, append(options, chromedp.UserDataDir(profile))...)
	b := &Browser{profile: profile}
	var cancel context.CancelFunc
	b.Context, cancel = chromedp.NewContext(allocated, chromedp.WithListener(b.handleEvent))
	b.free = func() { cancel(); free() }
	size := chromedp.EmulateViewport(int64(width), int64(height))
	// The page lives as long as the context of what is done in it first, which therefore has no limit.
	late := time.AfterFunc(Limit, b.free)
	defer late.Stop()
	if err := chromedp.Do(b.Context, size, Send(runtime.Enable), Send(log.Enable)); err != nil {
		return nil, errors.Join(fmt.Errorf("starting %s: %w", path, err), b.Close())
	}
	return b, nil
}

// handleEvent keeps what the page says goes wrong: exceptions, errors on the console, what the security policy holds back,
// requests that fail.
func (b *Browser) handleEvent(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.addError(e.ExceptionDetails.Text + " " + formatObjects(e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			b.addError(fmt.Sprintf("console.%s: %s", e.Type, formatObjects(e.Args...)))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			b.addError(fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	}
}

func formatObjects(objects ...*runtime.RemoteObject) (text string) {
	for _, o := range objects {
		if o != nil {
			text += string(o.Value) + o.Description + " "
		}
	}
	return text
}

func (b *Browser) addError(fault string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = append(b.faults, fault)
}

// PageErrors are what went wrong in the page since they were asked for last.
func (b *Browser) PageErrors() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	faults := b.faults
	b.faults = nil
	return faults
}

// Do does these in the page.
func (b *Browser) Do(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, stop := context.WithTimeout(b.Context, Limit)
	defer stop()
	return chromedp.Do(ctx, steps...)
}

// Open goes to a URL and waits until the page has all it begins with.
func (b *Browser) Open(url string) error {
	return b.Do(chromedp.Navigate(url), chromedp.WaitReady("html[data-ready=true]"))
}

// Scheme says whether the system's colors are light or dark.
func (b *Browser) Scheme(scheme string) error {
	return b.Do(Send(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}))
}

// Close ends the browser and all its processes, and removes what it kept.
func (b *Browser) Close() error {
	ctx, stop := context.WithTimeout(b.Context, Limit)
	defer stop()
	err := chromedp.Cancel(ctx)
	if errors.Is(err, context.Canceled) {
		err = nil // the page's own, which is what was asked for
	}
	b.free()
	// The first process ends before the others, which may still write to the profile until they end.
	testutil.Poll(func() bool { return len(b.Processes()) == 0 })
	return errors.Join(err, os.RemoveAll(b.profile))
}

// Processes are those of the browser, with their command lines.
func (b *Browser) Processes() (all []string) {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range lines {
		line, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(line), b.profile) {
			all = append(all, filepath.Dir(path)+" "+strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return all
}
