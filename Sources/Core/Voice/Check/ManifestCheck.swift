import Wire

/// Finds what is wrong with a manifest by itself; what the grammar asks of it is proved elsewhere.
struct ManifestCheck {
  let manifest: PackManifest
  private(set) var faults: [PackFault] = []

  init(_ manifest: PackManifest) { self.manifest = manifest }

  mutating func run() {
    if manifest.format != PackManifest.currentFormat {
      faults.append(
        .manifest(
          "format", "is \(manifest.format)", "this program reads \(PackManifest.currentFormat)"))
    }
    for (key, text) in [
      ("locale", manifest.locale), ("name", manifest.name), ("version", manifest.version),
      ("voice.name", manifest.voice.name), ("voice.licence", manifest.voice.licence),
    ] where text.isEmpty {
      faults.append(.manifest(key, "is empty", "fill it in"))
    }
    if Currency(rawValue: manifest.currency) == nil {
      faults.append(
        .manifest(
          "currency", "'\(manifest.currency)' is no ISO 4217 code", "write one, such as CNY"))
    }
    faults += Gaps.faults(manifest.gaps)
    for (id, clip) in manifest.clips { check(clip, at: "clips.\(id)", id: id) }
  }

  private mutating func check(_ clip: ClipEntry, at path: String, id: String) {
    if ClipID(rawValue: id) == nil {
      faults.append(
        .manifest(path, "is no clip id", "use lower-case letters and digits joined by . - _"))
    }
    if clip.text.isEmpty {
      faults.append(.manifest(path + ".text", "is empty", "write the words that it says"))
    }
    let parts = clip.file.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
      faults.append(
        .manifest(
          path + ".file", "'\(clip.file)' is no path inside the pack",
          "write it relative to the pack's folder, without . and .."))
    }
    if clip.sha256.utf8.count != 64 || !clip.sha256.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
      faults.append(
        .manifest(path + ".sha256", "is no SHA-256", "build the pack again"))
    }
    if clip.frames <= 0 {
      faults.append(.manifest(path + ".frames", "is not above 0", "build the pack again"))
    }
  }
}
