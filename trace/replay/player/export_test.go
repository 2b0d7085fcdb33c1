package player

import (
	"context"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/build"
)

// Sanitized returns the path of a player with AddressSanitizer and UndefinedBehaviorSanitizer.
func Sanitized(ctx context.Context, cache string) (string, error) {
	t := player
	sanitizers := []string{"-O0", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"}
	t.Flags, t.Linking = slices.Concat(t.Flags, sanitizers), slices.Concat(t.Linking, sanitizers)
	return t.Make(ctx, build.Cache{Dir: cache, Kind: "player"}, build.Host(), t.Sources)
}

// UnoptimizedFor returns the path of a player for an ABI that is built without optimization, which takes a fifth of the time.
func UnoptimizedFor(ctx context.Context, cache, abi string) (string, error) {
	cc, err := build.Device(ctx, abi)
	if err != nil {
		return "", err
	}
	t := player.ForDevice()
	t.Flags = slices.Concat(t.Flags, []string{"-O0", "-Werror"})
	return t.Make(ctx, build.Cache{Dir: cache, Kind: "player"}, cc, t.Sources)
}
