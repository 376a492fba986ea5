/// Where `expected` sounds in a recording, sample by sample the same.
///
/// - Parameters:
///   - expected: Samples that are not all zero.
///   - recorded: The recording.
///   - start: Where to begin to look.
/// - Returns: The place of its first sample, the first if there are more; `nil` if it isn't there.
public func find(_ expected: [Int16], in recorded: [Int16], from start: Int = 0) -> Int? {
  guard let lead = expected.firstIndex(where: { $0 != 0 }), expected.count <= recorded.count else {
    return nil
  }
  for offset in start..<max(start, recorded.count - expected.count + 1)
  where recorded[offset + lead] == expected[lead] {
    if recorded[offset..<(offset + expected.count)] == expected[...] { return offset }
  }
  return nil
}

/// Whether a recording is silent but for one part of it.
///
/// - Parameters:
///   - recorded: The recording.
///   - part: The part that may sound.
/// - Returns: Whether all other samples are zero.
public func isSilent(_ recorded: [Int16], outside part: Range<Int>) -> Bool {
  recorded[..<part.lowerBound].allSatisfy { $0 == 0 }
    && recorded[part.upperBound...].allSatisfy { $0 == 0 }
}
