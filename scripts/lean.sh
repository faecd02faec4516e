# To be sourced: how the tests build what they run. All scripts that test do it alike,
# since they share the cache of compiled packages.

# All but the race detector tests what is released, a program without C, which also
# starts sooner.
export CGO_ENABLED=0

# Each test binary below which anything has changed is linked anew. What only a debugger
# reads takes a tenth of that: stack traces and the notes about the build do without it.
GOFLAGS="-ldflags=-s $(go env GOFLAGS)"
export GOFLAGS
