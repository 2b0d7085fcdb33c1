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
		Short: "Bring layers to a device, to a place where its loader finds them",
		Long: `Bring layers to a device, to one of the four places where Android's loader looks for them:

    app      the data folder of the app of --app, which has to be debuggable (through run-as)
    system   /data/local/debug/gles, for all apps; it takes root: a userdebug build or a su
    apk      a package of layers beside the app: an APK that is given, or one made of the layers
    in-app   the app's own APK: it is only looked at whether the layers are in it, and extracted

Before anything is written, the layers are looked at: a layer for another ABI than the app's, or one that the
loader would refuse, ends it with exit code 4, unless --force is given. What was written is read back.
Each change is written down on this machine before it is made: device restore takes it back.

With --print nothing is done: the adb commands that do it by hand on this device are printed.`,
		Example: `  gleslayergen device push libmylayer.so --to app --app com.example.game
  gleslayergen device push build/*/libmylayer.so --to apk --app com.example.game
  gleslayergen device push libmylayer.so --to system --print`,
		Args: ui.Args(1, -1, "LAYER"),
	}
	flags := cmd.Flags()
	flags.StringVar(&p.to, "to", "", "the `PLACE`: app, system, apk or in-app")
	flags.StringVar(&p.App, "app", "", "the `PACKAGE` of the app that is to use the layers")
	flags.StringVar(&p.ABI, "abi", "", "the `ABI` that the layers are for (default that of the app's processes)")
	flags.BoolVar(&p.Force, "force", false, "bring there what would not be loaded, too")
	flags.BoolVar(&p.SetEnforce, "setenforce", false, "with --to system: switch SELinux to permissive, until restore or a reboot")
	flags.BoolVar(&p.print, "print", false, "print the adb commands instead")
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

// check looks at what the flags say together.
func (p *pushFlags) check() error {
	p.To = deploy.Place(p.to)
	switch {
	case p.to == "":
		return ui.Usage("device push", "it is not said where to", "--to app, system, apk or in-app; gleslayergen device push --help says what they are")
	case p.to != "app" && p.to != "system" && p.to != "apk" && p.to != "in-app":
		return ui.Usage("--to "+p.to, "no such place", "the places are app, system, apk and in-app")
	case p.App == "" && (p.to == "app" || p.to == "in-app"):
		return ui.Usage("--to "+p.to, "it is not said for which app", "--app PACKAGE; gleslayergen device apps lists them")
	case p.SetEnforce && p.to != "system":
		return ui.Usage("--setenforce", "it has to do with --to system only", "leave it out")
	case p.print && p.json:
		return ui.Usage("--print", "commands are no report", "leave out --json")
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
