/// Turns a text into what a voice reads correctly.
protocol Reader: Sendable {
  /// The text as the voice is to get it.
  ///
  /// - Throws: ``SpeechError`` for a text that would become other words.
  func reading(of text: String) throws(SpeechError) -> String
}
