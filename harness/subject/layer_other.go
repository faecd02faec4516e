//go:build !linux

package subject

import "errors"

// Layerable tells why a layer cannot be had here, nil if it can.
func Layerable(Layer) error { return errors.New("only Linux has overlay file systems") }
