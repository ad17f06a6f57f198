@_exported public import TEAResults
@_exported public import TEARuntime
