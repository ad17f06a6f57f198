internal import TEAResults

extension GraphRequest {
  var detail: StateGraph.Detail {
    StateGraph.Detail(
      mergesViews: mergesViews, maxDescribedNodes: format == .aut ? 0 : limit ?? .max,
      includesOutputs: format == .json && !mergesViews)
  }
}
