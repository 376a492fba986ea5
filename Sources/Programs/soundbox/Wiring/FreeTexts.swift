import Audio
import ProgramKit
import Speech
import Voice

/// The free texts of a pack's announcements; the synthesizer is loaded with the first of them.
///
/// Most shops never send one, and the synthesizer takes memory.
actor FreeTexts {
  /// What was said of texts, and what was not.
  struct Spoken: Sendable {
    var clips: [String: Clip] = [:]
    /// Each text that is not said, with the reason.
    var leftOut: [(text: String, reason: String)] = []
  }

  private let pack: Pack
  private let folder: String
  private var loaded: Result<SpeechClips, Failure>?

  /// Whether there is a synthesizer on this computer at all.
  static let isInstalled = Synthesizer.isInstalled

  init(_ pack: Pack, folder: String) {
    self.pack = pack
    self.folder = folder
  }

  /// Speaks the texts of a script.
  ///
  /// - Parameter script: The script.
  /// - Returns: Their clips; a text that cannot be said correctly is left out.
  /// - Throws: `CancellationError`.
  func speak(_ script: Script) async throws -> Spoken {
    var spoken = Spoken()
    for case .speech(let text) in script.elements {
      do {
        spoken.clips[text] = try await clips().clip(of: text)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        let reason = (error as? Failure)?.lines.joined(separator: "; ") ?? "\(error)"
        spoken.leftOut.append((text, reason))
      }
    }
    return spoken
  }

  private func clips() throws(Failure) -> SpeechClips {
    let result =
      loaded ?? Result { () throws(Failure) in try SpeechClips(pack, folder: folder) }
    loaded = result
    return try result.get()
  }
}
