package cts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// install installs this tool's packages on the device. It records each in the journal before.
func (r *runner) install(ctx context.Context) error {
	abi, err := r.abi()
	if err != nil {
		return err
	}
	dir, err := r.maker.make(ctx, abi)
	if err != nil {
		return err
	}
	for _, p := range r.packages {
		if err := r.installOne(ctx, p, filepath.Join(dir, p.file())); err != nil {
			return err
		}
	}
	s, err := device.Read(ctx, r.d, r.query())
	if err != nil {
		return err
	}
	r.s = s
	if missing := r.missing(); len(missing) > 0 {
		return &adb.Error{What: r.d.Serial + ": " + strings.Join(missing, ", "), Why: fmt.Sprintf("not installed for user %d, although adb reported success", r.s.User),
			Advice: "a device policy may prevent installation for this user; select another user with --user USER; to list the users: adb shell pm list users"}
	}
	return nil
}

// installOne installs a package. Packages of layers are queryable by all apps: apps do not declare them, and
// Android 11 and newer would hide them otherwise.
func (r *runner) installOne(ctx context.Context, p fixture, file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	if err := r.journal.Begin(deploy.Change{Kind: deploy.KindPackage, Name: p.own, After: hex.EncodeToString(sum[:]), AfterSet: true, User: r.s.User}); err != nil {
		return err
	}
	flags := []string{"--user", fmt.Sprint(r.s.User)}
	if p.app == nil && r.s.API >= 30 {
		flags = append(flags, "--force-queryable")
	}
	return r.d.Install(ctx, file, flags...)
}

// abi returns the first of the device's ABIs that this tool can compile for.
func (r *runner) abi() (android.ABI, error) {
	for _, name := range r.s.ABIs {
		if abi, err := android.FindABI(name); err == nil {
			return abi, nil
		}
	}
	return android.ABI{}, &adb.Error{What: r.d.Serial, Why: "the ABIs of the device are " + strings.Join(r.s.ABIs, ", ") + "; the NDK supports none of them",
		Advice: "use a device with an ABI that the NDK supports"}
}
