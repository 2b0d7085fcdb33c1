package ui

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/registry"
)

// scopeFlags are the versions and extensions of the registry that patterns match.
type scopeFlags struct{ api, extensions string }

// AddScopeFlags adds --api and --extensions.
func AddScopeFlags(cmd *cobra.Command) *scopeFlags {
	s := &scopeFlags{}
	cmd.Flags().StringVar(&s.api, "api", "",
		"newest versions that patterns match, as `API=VERSION,...`; an API that is not listed is left out (default egl=1.5,gles2=3.2)")
	cmd.Flags().StringVar(&s.extensions, "extensions", "all", "extensions that patterns match: `all|none|NAME,...`")
	cmd.RegisterFlagCompletionFunc("extensions", completeExtensions)
	return s
}

// Parse returns the scope that the flags select in a registry.
func (s *scopeFlags) Parse(r *registry.Registry) (registry.Scope, error) {
	scope, err := r.ParseScope(s.api, s.extensions)
	if s.api == "" {
		full := registry.FullScope() // older files may lack the newest versions
		scope.EGL, scope.GLES2 = full.EGL, full.GLES2
	}
	return scope, err
}
