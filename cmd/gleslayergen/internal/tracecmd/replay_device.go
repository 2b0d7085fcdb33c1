package tracecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// prepareDevice copies the player to the device of --device.
func (p *playback) prepareDevice(ctx context.Context) error {
	flags := devicecmd.ForSerial(p.play.device)
	chosen, err := devicecmd.ChooseDevice(ctx, p.e, flags)
	if err != nil {
		return flags.Absent(err)
	}
	d := chosen.Device()
	p.serial = d.Serial
	abi, user, err := replay.DeviceABI(ctx, d)
	if err != nil {
		return flags.Advised(d, err)
	}
	path, err := p.playerFor(ctx, abi)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		return ui.WithHint(fmt.Errorf("the player for %s: %w", abi, err), cmp.Or(ui.HintOf(err), "to see missing tools: gleslayergen doctor build"))
	}
	if p.play.apk {
		p.player.Device, err = installPlayer(ctx, d, user, path)
	} else {
		p.player.Device, err = replay.NewDevice(ctx, d, path)
	}
	return flags.Advised(d, err)
}

// playerFor returns the path of the player for an ABI: a program, or with --apk the library of an app.
func (p *playback) playerFor(ctx context.Context, abi string) (string, error) {
	maker := playerMaker(p.e, " for "+abi)
	if p.play.apk {
		if _, err := layercmd.APKTools(true); err != nil {
			return "", err
		}
		return maker.AppFor(ctx, abi)
	}
	return maker.PlayerFor(ctx, abi)
}

// installPlayer makes an APK with the library of the player, and installs it.
func installPlayer(ctx context.Context, d *adb.Device, user int, library string) (_ replay.Remote, err error) {
	tools, err := layercmd.APKTools(true)
	if err != nil {
		return nil, err
	}
	key, err := layercmd.DebugKey(ctx, tools)
	if err != nil {
		return nil, err
	}
	libraries, err := apk.ReadLayers([]string{library})
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "gleslayergen-player-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	made, err := apk.Build(ctx, tools, apk.BuildOptions{Layers: libraries, Package: replay.AppPackage, Out: filepath.Join(dir, "player.apk"), Key: key, App: &apk.App{Debuggable: true}})
	if err != nil {
		return nil, err
	}
	a, err := replay.NewApp(ctx, d, user, made.Path)
	if errors.As(err, new(*adb.NotInstalled)) {
		return nil, err
	}
	return a, err
}

// removeFromDevice removes the player and its recording from the device, and returns the error of the replay. If it fails, the hint is
// how to remove them.
func (p *playback) removeFromDevice(ctx context.Context, err error) error {
	if p.player.Device == nil {
		return err
	}
	if left := p.player.Device.Remove(ctx); left != nil {
		return ui.WithHint(errors.Join(err, ui.NewLeftBehind(left)), ui.HintOf(left))
	}
	return err
}

// withHint adds what to do to an error of the player.
func (p *playback) withHint(err error) error {
	refused := (*replay.RefusedError)(nil)
	switch {
	case p.player.Device == nil:
	case errors.As(err, &refused) && refused.Call < 0:
		return ui.WithHint(err, "to see the driver of the device: gleslayergen device driver")
	case errors.As(err, new(*replay.CrashError)):
		return ui.WithHint(err, fmt.Sprintf("to see where it crashed: adb -s %s logcat -b crash -d; to play only a part, add --frames FROM-TO", adb.QuoteIfNeeded(p.serial)))
	}
	return withReplayHint(err)
}
