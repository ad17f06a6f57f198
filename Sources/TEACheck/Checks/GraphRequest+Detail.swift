internal import TEAResults

extension GraphRequest {
  var detail: StateGraph.Detail {
    // A file in Aldebaran's format has only the numbers of nodes.
    StateGraph.Detail(
      mergesViews: mergesViews, maxDescribedNodes: format == .aut ? 0 : limit ?? .max,
      includesOutputs: format == .json && !mergesViews, mostWorlds: mostWorlds)
  }
}
