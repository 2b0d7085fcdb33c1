package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// Send returns an action for a command of the browser's protocol.
func Send[P, R any](command cdp.Command[P, R], parameters ...P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		var p P
		if len(parameters) > 0 {
			p = parameters[0]
		}
		_, err := cdp.Call(ctx, t, command, p)
		return err
	})
}

// Eval returns the value of an expression in the page. It waits for a promise.
func Eval[T any](b *Browser, expression string) (T, error) {
	ctx, stop := context.WithTimeout(b.Context, Limit)
	defer stop()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Shot returns a screenshot of the page as PNG.
func Shot(b *Browser) ([]byte, error) {
	ctx, stop := context.WithTimeout(b.Context, Limit)
	defer stop()
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}
