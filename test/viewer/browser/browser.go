// Package browser runs a headless Chromium with one page, and collects the errors of the page.
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

// program is the name of Chromium on Debian.
const program = "chromium"

// Limit is the timeout of one step in the page, for a busy machine.
const Limit = 2 * time.Minute

// A Browser is one process with one page.
type Browser struct {
	Context context.Context // context of the page, in which actions run
	free    context.CancelFunc
	profile string // profile directory, which is in the command line of all its processes
	mu      sync.Mutex
	faults  []string
}

// Start starts Chromium with a window of this size. Close ends it.
func Start(ctx context.Context, width, height int) (*Browser, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return nil, errors.New("chromium is missing: make deps")
	}
	// The sandbox does not work for root; all shown pages are ours. The browser makes no network requests.
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
	// The page is closed with the context of its first action, which therefore has no timeout.
	late := time.AfterFunc(Limit, b.free)
	defer late.Stop()
	if err := chromedp.Do(b.Context, size, Send(runtime.Enable), Send(log.Enable)); err != nil {
		return nil, errors.Join(fmt.Errorf("starting %s: %w", path, err), b.Close())
	}
	return b, nil
}

// handleEvent collects errors: exceptions, console errors, violations of the security policy, and failed
// requests.
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

// PageErrors returns the errors of the page since the previous call.
func (b *Browser) PageErrors() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	faults := b.faults
	b.faults = nil
	return faults
}

// Do performs actions in the page.
func (b *Browser) Do(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, stop := context.WithTimeout(b.Context, Limit)
	defer stop()
	return chromedp.Do(ctx, steps...)
}

// Open opens a URL and waits until the page is complete.
func (b *Browser) Open(url string) error {
	return b.Do(chromedp.Navigate(url), chromedp.WaitReady("html[data-ready=true]"))
}

// Scheme sets the system's color scheme, light or dark.
func (b *Browser) Scheme(scheme string) error {
	return b.Do(Send(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}))
}

// Close ends all processes of the browser, and removes its profile.
func (b *Browser) Close() error {
	ctx, stop := context.WithTimeout(b.Context, Limit)
	defer stop()
	err := chromedp.Cancel(ctx)
	if errors.Is(err, context.Canceled) {
		err = nil // of the page, as expected
	}
	b.free()
	// The first process ends before the others, which may still write to the profile.
	testutil.Poll(func() bool { return len(b.Processes()) == 0 })
	return errors.Join(err, os.RemoveAll(b.profile))
}

// Processes returns the command lines of the browser's processes.
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
