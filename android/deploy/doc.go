// Package deploy copies layers to a device, enables them for an app, and undoes both.
package deploy
