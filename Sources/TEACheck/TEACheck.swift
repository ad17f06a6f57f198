@_exported public import TEAGenerators
@_exported public import TEAResults
@_exported public import TEARuntime
