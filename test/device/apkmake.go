package device

import (
	"archive/zip"
	"errors"
	"io"
	"maps"
	"os"
	"path"
	"slices"
)

// apk returns the path of the package's APK. It builds one if the package has none.
func (in *app) apk() (string, error) {
	if in.APK != "" {
		return in.APK, nil
	}
	key := in.manifest() + string(emptyDex())
	for _, name := range slices.Sorted(maps.Keys(in.Libs)) {
		file, err := localFile(in.Libs[name])
		if err != nil {
			return "", err
		}
		key += file
	}
	return built(key, in.Name+".apk", in.makeAPK)
}

func (in *app) makeAPK(out string) error {
	if err := linkManifest(in.App, out); err != nil {
		return err
	}
	manifest, err := zip.OpenReader(out)
	if err != nil {
		return err
	}
	defer manifest.Close()
	file, err := os.Create(out + ".new")
	if err != nil {
		return err
	}
	w := zip.NewWriter(file)
	for _, f := range manifest.File {
		err = errors.Join(err, w.Copy(f))
	}
	if !in.NoCode {
		err = errors.Join(err, addBytes(w, "classes.dex", emptyDex()))
	}
	for _, name := range slices.Sorted(maps.Keys(in.Libs)) {
		err = errors.Join(err, addFile(w, path.Join("lib", name), in.Libs[name]))
	}
	if err = errors.Join(err, w.Close(), file.Close()); err != nil {
		return err
	}
	return os.Rename(out+".new", out)
}

func addBytes(w *zip.Writer, name string, data []byte) error {
	to, err := w.Create(name)
	if err == nil {
		_, err = to.Write(data)
	}
	return err
}

func addFile(w *zip.Writer, name, from string) error {
	from, err := localFile(from)
	if err != nil {
		return err
	}
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	to, err := w.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, file)
	return err
}
