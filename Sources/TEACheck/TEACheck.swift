@_exported public import TEARuntime
