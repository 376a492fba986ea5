extension Outcome {
  /// Outcome and cause in one word, such as `failed_audio`: a label's value in metrics.
  public var label: String {
    switch self {
    case .failed(.clipMissing): "failed_clip_missing"
    case .failed(.audio): "failed_audio"
    case .failed(.crashes): "failed_crashes"
    case .rejected(.malformed): "rejected_malformed"
    case .rejected(.conflict): "rejected_conflict"
    case .rejected(.queueFull): "rejected_queue_full"
    case .played, .stopped, .duplicate, .expired, .muted, .summarized: name
    }
  }
}
