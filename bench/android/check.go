package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// apkSize is the minimum size of the APK, in bytes.
const apkSize = 20 << 20

// check measures "check" of an app's APK that contains a layer and large libraries of this machine.
func (b *bench) check(ctx context.Context) error {
	const most = 300
	const what = "check of an APK of 20 MB"
	file, err := b.largeAPK(ctx)
	if err != nil {
		return err
	}
	_, err = b.run(ctx, "check", []measure.Limit{{What: what, Most: most}}, probe(what, b.Tool("check", file).Run))
	return err
}

const manifest = `<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="` + app + `">
    <uses-sdk android:minSdkVersion="29" android:targetSdkVersion="34"/>
    <application android:hasCode="false" android:extractNativeLibs="true">
        <activity android:name="android.app.NativeActivity" android:exported="true"/>
    </application>
</manifest>
`

// framework is the framework that Debian's aapt2 links manifests against.
const framework = "/usr/share/android-framework-res/framework-res.apk"

// largeAPK builds the app and adds the layer.
func (b *bench) largeAPK(ctx context.Context) (string, error) {
	if err := os.WriteFile(b.Path("AndroidManifest.xml"), []byte(manifest), 0o666); err != nil {
		return "", err
	}
	base, large, out := b.Path("base.apk"), b.Path("large.apk"), b.Path("layered.apk")
	link := measure.Command{Args: []string{"aapt2", "link", "--manifest", b.Path("AndroidManifest.xml"), "-I", framework, "-o", base}}
	if _, err := link.Run(ctx); err != nil {
		return "", err
	}
	if err := enlarge(base, large); err != nil {
		return "", err
	}
	add := b.Tool("apk", "add", large, b.layer, "--debuggable", "--out", out)
	add.Env = []string{"XDG_CONFIG_HOME=" + b.Path("state")}
	_, err := add.Run(ctx)
	return out, err
}

// enlarge copies an APK and adds libraries of this machine until it has apkSize bytes.
func enlarge(from, to string) (err error) {
	in, err := zip.OpenReader(from)
	if err != nil {
		return err
	}
	defer in.Close()
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	out := zip.NewWriter(file)
	for _, f := range in.File {
		if err := out.Copy(f); err != nil {
			return err
		}
	}
	if err := addLibraries(out, file); err != nil {
		return err
	}
	return out.Close()
}

// addLibraries compresses libraries into the APK in the order in which they are found.
func addLibraries(out *zip.Writer, file *os.File) error {
	libs, err := filepath.Glob("/usr/lib/*-linux-gnu/lib*.so.*")
	if err != nil {
		return err
	}
	for i, lib := range libs {
		if info, err := os.Stat(lib); err != nil || info.Size() > apkSize/4 {
			continue // a broken link, or a file that would be most of the APK
		}
		data, err := os.ReadFile(lib)
		if err != nil {
			return err
		}
		w, err := out.Create(fmt.Sprintf("lib/x86_64/lib%d.so", i))
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
		if size, err := file.Seek(0, io.SeekCurrent); err != nil || size >= apkSize {
			return err
		}
	}
	return errors.New("the libraries of this machine are too small to fill the APK for the benchmark")
}
