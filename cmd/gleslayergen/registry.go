package main

import "github.com/spf13/cobra"

func registryCmd(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "registry",
		GroupID: groupFacts,
		Short:   "What EGL and OpenGL ES consist of",
		Long: `The Khronos registry as gleslayergen knows it: every type, enum group, command and extension of
EGL 1.0 to 1.5 and OpenGL ES 1.0 to 3.2. A snapshot is built in; newer files can be fetched.`,
	}
	cmd.AddCommand(registryListCmd(e), registryShowCmd(e), registryDiffCmd(e), registryLintCmd(e), registryImportCmd(e), registryFetchCmd(e))
	return cmd
}
