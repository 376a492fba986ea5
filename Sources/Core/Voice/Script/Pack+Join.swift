extension Pack {
  /// Several scripts as one, a word's silence apart.
  ///
  /// - Parameter scripts: The scripts, in speaking order.
  /// - Returns: The script that says them all.
  public func join(_ scripts: [Script]) -> Script {
    guard scripts.count != 1 else { return scripts[0] }
    var elements: [Script.Element] = []
    for script in scripts {
      if !elements.isEmpty, gaps.word > 0 { elements.append(.silence(milliseconds: gaps.word)) }
      elements += script.elements
    }
    return Script(
      elements: elements,
      spoken: scripts.map(\.spoken).filter { !$0.isEmpty }.joined(
        separator: manifest.separators.word),
      leftOut: scripts.flatMap(\.leftOut))
  }
}
