// Package player builds the program that makes the calls of a recording again: generated in memory from the built-in
// registry, compiled once for this machine or for a device, and cached.
package player

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/build"
)

// ErrNoCompiler means that the C compiler, which builds the player, is not installed.
var ErrNoCompiler = build.ErrNoCompiler

// player is the program.
var player = build.Target{
	Pack: "replay", What: "the player of recordings", Output: "player", Dirs: []string{"trace", "core", "play"},
	Flags:   []string{"-std=gnu11", "-O2", "-g", "-fPIE", "-pthread", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections", "-Wall", "-Wextra"},
	Linking: []string{"-pie", "-pthread", "-Wl,--gc-sections"}, Program: true,
}

// app is the player as the library of an app, which Android's NativeActivity loads by this name.
var app = build.Target{
	Pack: player.Pack, What: "the app that plays recordings", Output: "libmain.so", Dirs: player.Dirs,
	Flags:   []string{"-std=gnu11", "-O2", "-g", "-fPIC", "-DPLAY_APP", "-pthread", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections", "-Wall", "-Wextra"},
	Linking: []string{"-shared", "-pthread", "-Wl,-soname,libmain.so", "-Wl,-z,nodelete", "-Wl,--no-undefined", "-Wl,--gc-sections"},
}

// A Maker builds the player once and caches it.
type Maker struct {
	Cache   string // cache directory; "" for one in the user's cache directory
	OnBuild func() // called before a build, which takes about 40 s of processor time; may be nil
}

// Player returns the path of the player for this machine and builds it if necessary.
func (m Maker) Player(ctx context.Context) (string, error) {
	return m.make(ctx, player, build.Host())
}

// PlayerFor returns the path of the player for devices with an ABI and builds it if necessary, with the compiler of build.Device.
func (m Maker) PlayerFor(ctx context.Context, abi string) (string, error) {
	cc, err := build.Device(ctx, abi)
	if err != nil {
		return "", err
	}
	return m.make(ctx, player.ForDevice(), cc)
}

// AppFor is PlayerFor for the library of an app.
func (m Maker) AppFor(ctx context.Context, abi string) (string, error) {
	cc, err := build.Device(ctx, abi)
	if err != nil {
		return "", err
	}
	return m.make(ctx, app.ForDevice(), cc)
}

func (m Maker) make(ctx context.Context, target build.Target, cc build.Compiler) (string, error) {
	return target.Make(ctx, build.Cache{Dir: m.Cache, Kind: "player", OnBuild: m.OnBuild}, cc, target.Sources)
}
