package device

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"

	"mvdan.cc/sh/v3/interp"
)

// open opens files for redirections. Its errors have the shell's messages.
func (p *process) open(ctx context.Context, name string, flags int, mode fs.FileMode) (io.ReadWriteCloser, error) {
	if name == "" {
		return nil, &fs.PathError{Op: shellName + ": can't open", Path: name, Err: errors.New("No such file or directory")}
	}
	if !path.IsAbs(name) {
		name = path.Join(interp.HandlerCtx(ctx).Dir, name)
	}
	if flags&os.O_CREATE != 0 && name != "/dev/null" && !p.changed("written", name) {
		return nil, &fs.PathError{Op: shellName, Path: name, Err: errCable}
	}
	file, err := p.device.openAny(p.who, name, flags, mode)
	if err != nil {
		op := ": can't open"
		if flags&os.O_CREATE != 0 {
			op = ": can't create"
		}
		return nil, &fs.PathError{Op: shellName + op, Path: name, Err: errors.New(errorText(err))}
	}
	return file, nil
}

func (p *process) statFile(_ context.Context, name string, follow bool) (fs.FileInfo, error) {
	if name == "/dev/null" {
		return os.Stat(os.DevNull)
	}
	info, err := p.device.tree.stat(p.who, name, follow)
	if err != nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return info, nil
}

func (p *process) readDir(_ context.Context, name string) ([]fs.DirEntry, error) {
	infos, err := p.device.tree.list(p.who, name)
	if errors.Is(err, fs.ErrPermission) && p.device.tree.access(p.who, name, fs.FileMode(interp.AccessExec)) == nil {
		return nil, nil // a pattern may pass through directories that cannot be listed, such as /data/app
	}
	if err != nil {
		return nil, err
	}
	entries := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	return entries, nil
}

func (p *process) mayAccess(_ context.Context, name string, mode interp.AccessMode) error {
	return p.device.tree.access(p.who, name, fs.FileMode(mode))
}
