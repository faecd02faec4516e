package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// formerUntil is the version with which the old names of flags go.
const formerUntil = "v2"

// A former is the old name of a flag: what it sets is the flag of the new name.
type former struct {
	pflag.Value
	flag    *pflag.Flag
	convert func(string) string // of old values; nil if they are the same
	used    bool
}

// Set implements pflag.Value.
func (f *former) Set(value string) error {
	f.used = true
	if f.convert != nil {
		value = f.convert(value)
	}
	if err := f.Value.Set(value); err != nil {
		return err
	}
	f.flag.Changed = true
	return nil
}

// renamed keeps the old name of a flag for one more version, hidden. Old values may
// need to be converted.
func renamed(c *cobra.Command, was, is string, convert func(string) string) {
	flag := c.Flags().Lookup(is)
	old := c.Flags().VarPF(&former{Value: flag.Value, flag: flag, convert: convert}, was, "", flag.Usage)
	old.Hidden, old.NoOptDefVal = true, flag.NoOptDefVal
}

// typed is the name of a flag as the command line has it: the old one if that was used.
func typed(c *cobra.Command, name string) string {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if old, ok := f.Value.(*former); ok && old.used && old.flag.Name == name {
			name = f.Name
		}
	})
	return name
}

// tellFormer says which flags of a command line have new names.
func (o *output) tellFormer(c *cobra.Command) {
	if o.quiet {
		return
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if old, ok := f.Value.(*former); ok && old.used {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: --%s is now --%s; the old name works until %s\n", f.Name, old.flag.Name, formerUntil)
		}
	})
}
