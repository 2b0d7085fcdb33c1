// Package deploy brings layers to a device, has an app use them, and takes both away again.
package deploy
