package apk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Key is a signing key. Its password never appears on a command line.
type Key struct {
	Store, Alias string
	Password     string // its source, in apksigner's syntax: env:NAME, file:PATH or stdin
	Secret       string // the password itself, for stdin and env
}

// The debug key, which is not a secret: it only shows that two APKs come from the same user.
const (
	debugStore  = "debug.p12"
	debugAlias  = "gleslayergen"
	debugSecret = "android"
	debugEnv    = "GLESLAYERGEN_KEY_PASSWORD"
	debugDays   = "10950" // 30 years: an update of an APK needs the same key
)

// DebugKey returns the debug key in a directory, which only its user can read. The first call creates the
// key; of concurrent calls, only one does.
func DebugKey(ctx context.Context, t Tools, dir string) (Key, error) {
	key := Key{filepath.Join(dir, debugStore), debugAlias, "env:" + debugEnv, debugSecret}
	if err := fsx.MakePrivateDir(dir); err != nil {
		return key, err
	}
	held, err := waitFor(ctx, dir)
	if err != nil {
		return key, err
	}
	defer held.Close()
	info, err := os.Lstat(key.Store)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return key, makeKey(ctx, t, key)
	case err == nil && !info.Mode().IsRegular():
		err = fmt.Errorf("%s: the debug keystore is not a regular file; move or delete this file, then gleslayergen creates a new debug key", key.Store)
	}
	return key, err
}

// waitFor locks the directory. Another process may hold the lock for a second or two.
func waitFor(ctx context.Context, dir string) (*os.File, error) {
	ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
	defer stop()
	for {
		held, state, err := fsx.TryLock(dir)
		if err != nil || state != fsx.LockBusy {
			return held, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: another gleslayergen process holds the lock of this directory; wait for that process, or end it", dir)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// makeKey creates the key atomically: keytool writes to a temporary directory next to it.
func makeKey(ctx context.Context, t Tools, key Key) error {
	work, err := os.MkdirTemp(filepath.Dir(key.Store), ".new-key-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	made := filepath.Join(work, debugStore)
	err = t.call(ctx, key.env(), nil, t.Keytool, "-genkeypair", "-keystore", made, "-storetype", "PKCS12", "-alias", key.Alias,
		"-storepass:env", debugEnv, "-keypass:env", debugEnv, "-keyalg", "RSA", "-keysize", "2048", "-validity", debugDays,
		"-dname", "CN=gleslayergen debug key")
	if err == nil {
		err = os.Chmod(made, 0o600)
	}
	if err == nil {
		err = os.Rename(made, key.Store)
	}
	return err
}

// env returns the environment variable with the debug key's password; nil for other keys.
func (k Key) env() []string {
	if k.Password == "env:"+debugEnv {
		return []string{debugEnv + "=" + k.Secret}
	}
	return nil
}

// UserKey returns an existing key of the user. password is env:NAME, file:PATH, or "prompt" to call the
// function prompt. UserKey fails with a usage error if the keystore or the password's source does not exist.
func UserKey(store, alias, password string, prompt func(store string) (string, error)) (Key, error) {
	key := Key{Store: store, Alias: alias, Password: password}
	if _, err := os.Stat(store); err != nil {
		return key, &android.Error{What: "--keystore " + store, Why: reason(err), Advice: "give the path of a keystore that keytool or Android Studio created, or omit --keystore to sign with a debug key", Usage: true}
	}
	kind, where, _ := strings.Cut(password, ":")
	bad := func(why string) error {
		return &android.Error{What: "--keystore-password " + password, Why: why, Advice: "use env:NAME, file:PATH or \"prompt\"; with \"prompt\", gleslayergen asks for the password", Usage: true}
	}
	switch {
	case password == "prompt":
		secret, err := prompt(store)
		key.Password, key.Secret = "stdin", secret
		return key, err
	case kind == "env" && where != "":
		if os.Getenv(where) == "" {
			return key, bad("the environment variable is not set or is empty")
		}
	case kind == "file" && where != "":
		if _, err := os.Stat(where); err != nil {
			return key, bad(reason(err))
		}
	default: // the value may be the password itself: do not print it
		return key, &android.Error{What: "--keystore-password", Why: "the value is not env:NAME, file:PATH or \"prompt\"", Advice: "use env:NAME, file:PATH or \"prompt\"; with \"prompt\", gleslayergen asks for the password", Usage: true}
	}
	return key, nil
}

// reason returns the error's text without the file name, which the caller prints already.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// aboutKey matches what apksigner prints if it cannot use the key.
var aboutKey = lazyregexp.New(`(?i)\b(key ?stores?|keys?|alias|passwords?|signers?)\b`)

// sign signs the APK from and writes the result to to.
func (t Tools) sign(ctx context.Context, k Key, from, to string) error {
	args := []string{"sign", "--ks", k.Store, "--ks-pass", k.Password, "--out", to}
	if k.Alias != "" {
		args = append(args, "--ks-key-alias", k.Alias)
	}
	in := strings.NewReader("")
	if k.Password == "stdin" {
		in = strings.NewReader(k.Secret + "\n")
	}
	err := t.call(ctx, k.env(), in, t.Apksigner, append(args, from)...)
	var failed *android.Error
	switch {
	case !errors.As(err, &failed):
	case !aboutKey.MatchString(failed.Why):
		failed.Advice = "the key is not the reason: check the content of the app's APK, or install a newer version of the Android SDK Build-Tools"
	default:
		failed.Advice = "check the key alias and the password of " + k.Store + ": keytool -list -keystore " + k.Store
	}
	return err
}
