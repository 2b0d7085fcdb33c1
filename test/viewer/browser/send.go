package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// Send is a command of the browser's protocol as a step, for those that have no step of their own.
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

// Eval is what an expression gives in the page; a promise is waited for.
func Eval[T any](b *Browser, expression string) (T, error) {
	ctx, stop := context.WithTimeout(b.Context, Limit)
	defer stop()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Shot is a picture of the page, as PNG.
func Shot(b *Browser) ([]byte, error) {
	ctx, stop := context.WithTimeout(b.Context, Limit)
	defer stop()
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}
