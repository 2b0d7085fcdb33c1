package devicecmd

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// pushFlags are the flags of device push.
type pushFlags struct {
	*Flags
	deploy.PushOptions
	to    string
	print bool
}

func pushCmd(e *ui.Env, f *Flags) *cobra.Command {
	p := &pushFlags{Flags: f}
	cmd := &cobra.Command{
		Use:   "push LAYER... --to app|system|apk|in-app",
		Short: "Copy layers to a place on the device where Android's loader finds them",
		Long: `Copy layers to one of the four places where Android's loader searches for them. --to selects the place:

    app      the data directory of the app that --app selects; the app must be debuggable
    system   /data/local/debug/gles, for all apps; requires root access: a userdebug build, or su
    apk      a layer package, which is installed in addition to the app; give this package as an APK, or give
             the layers, and gleslayergen builds the APK
    in-app   the APK of the app itself; copies nothing, but checks that the APK contains the layers and that
             Android has extracted them

Before it copies, gleslayergen checks the layers. It is an error with exit code 4 if a layer is for another ABI
than the app, or if the loader would reject the layer; to copy the layer anyway, add --force. After it has
copied the layers, gleslayergen reads them back and compares them.

Before each change, gleslayergen records the state of the device in a journal on this machine. To undo the
changes, run "gleslayergen device restore".

With --print, nothing is changed: the command prints the adb commands that do the same on this device.`,
		Example: `  gleslayergen device push libmylayer.so --to app --app com.example.game
  gleslayergen device push build/*/libmylayer.so --to apk --app com.example.game
  gleslayergen device push libmylayer.so --to system --print`,
		Args: ui.Args(1, -1, "LAYER"),
	}
	flags := cmd.Flags()
	flags.StringVar(&p.to, "to", "", "copy the layers to `PLACE`: \"app\", \"system\", \"apk\" or \"in-app\"")
	flags.StringVar(&p.App, "app", "", "copy the layers for the app `PACKAGE`")
	flags.StringVar(&p.ABI, "abi", "", "`ABI` of the layers (default: the ABI of the app's processes; without --app, the first ABI of the device)")
	flags.BoolVar(&p.Force, "force", false, "also copy layers that the loader would reject")
	flags.BoolVar(&p.SetEnforce, "setenforce", false, "with --to system: set SELinux to permissive until \"gleslayergen device restore\" or a reboot")
	flags.BoolVar(&p.print, "print", false, "print the adb commands, and do not run them")
	_ = cmd.RegisterFlagCompletionFunc("app", CompletePackages(e, f))
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions([]string{"app", "system", "apk", "in-app"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("abi", completeABIs)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p.Files = args
		return push(e, cmd, p)
	}
	return cmd
}

func completeABIs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, a := range android.ABIs() {
		names = append(names, a.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// check checks the combination of flags.
func (p *pushFlags) check() error {
	p.To = deploy.Place(p.to)
	switch {
	case p.to == "":
		return ui.Usage("device push", "--to is missing", "give --to app, --to system, --to apk or --to in-app; for their meaning: gleslayergen device push --help")
	case p.to != "app" && p.to != "system" && p.to != "apk" && p.to != "in-app":
		return ui.Usage("--to "+p.to, "unknown place", `the places are "app", "system", "apk" and "in-app"`)
	case p.App == "" && (p.to == "app" || p.to == "in-app"):
		return ui.Usage("--to "+p.to, "--app is missing", "give the package name of the app: --app PACKAGE; to list the apps: gleslayergen device apps")
	case p.SetEnforce && p.to != "system":
		return ui.Usage("--setenforce", "requires --to system", "add --to system, or leave out --setenforce")
	case p.print && p.json:
		return ui.Usage("--print", "cannot be combined with --json", "leave out --json")
	}
	if err := CheckPackages(p.App); err != nil {
		return err
	}
	if p.ABI != "" {
		if _, err := android.FindABI(p.ABI); err != nil {
			return err
		}
	}
	return nil
}

func push(e *ui.Env, cmd *cobra.Command, p *pushFlags) error {
	if err := p.check(); err != nil {
		return err
	}
	user, err := p.UserID()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "gleslayergen-push-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	p.Pack = packOnce(work)
	return onDevices(e, cmd, p.Flags, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
		s, err := device.Read(ctx, d, p.Query(user))
		if err != nil {
			return nil, err
		}
		if p.print {
			lines, err := deploy.PushCommands(ctx, d, s, p.PushOptions)
			return commandsReport(lines), err
		}
		pushed, err := deploy.Push(ctx, d, s, p.PushOptions)
		if err != nil {
			return nil, err
		}
		return pushReport{pushed, p.Again(d, nextCommand(pushed))}, nil
	})
}
