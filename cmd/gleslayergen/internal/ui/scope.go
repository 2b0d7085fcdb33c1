package ui

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/registry"
)

// scopeFlags say which part of the registry patterns choose from.
type scopeFlags struct{ api, extensions string }

// AddScopeFlags adds --api and --extensions.
func AddScopeFlags(cmd *cobra.Command) *scopeFlags {
	s := &scopeFlags{}
	cmd.Flags().StringVar(&s.api, "api", "",
		"newest versions, as `API=VERSION,...`; an API that is not named is left out (default egl=1.5,gles2=3.2)")
	cmd.Flags().StringVar(&s.extensions, "extensions", "all", "`all|none|NAME,...`: the extensions to choose from")
	cmd.RegisterFlagCompletionFunc("extensions", completeExtensions)
	return s
}

// Parse reads the flags against a registry.
func (s *scopeFlags) Parse(r *registry.Registry) (registry.Scope, error) {
	scope, err := r.ParseScope(s.api, s.extensions)
	if s.api == "" {
		full := registry.FullScope() // versions that older files lack are none to complain about
		scope.EGL, scope.GLES2 = full.EGL, full.GLES2
	}
	return scope, err
}
