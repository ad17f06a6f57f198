internal import TEAResults

extension GraphRequest {
  /// The optional parts of the graph that its format needs.
  var detail: StateGraph.Detail {
    StateGraph.Detail(
      mergesViews: mergesViews, maxDescribedNodes: format == .aut ? 0 : limit ?? .max,
      includesOutputs: format == .json && !mergesViews)
  }
}
