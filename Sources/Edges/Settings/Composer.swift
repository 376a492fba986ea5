/// Builds the node tree of one document.
struct Composer: ~Copyable {
  /// The faults of duplicate keys.
  private(set) var duplicates: [SettingsFault] = []
  private var reader: EventReader
  private let start: Location

  init(_ text: String, at start: Location) throws(SettingsFault) {
    guard text.utf8.count <= SettingsDecoder.largestInput else {
      throw SettingsFault(
        Location(file: start.file, line: 0),
        "the text is longer than \(SettingsDecoder.largestInput) bytes")
    }
    self.start = start
    reader = EventReader(joiningSurrogates(in: Array(text.utf8)), file: start.file)
  }

  /// Parses the whole text; an empty text is an empty mapping.
  mutating func compose() throws(SettingsFault) -> Node {
    _ = try reader.next()
    guard case .documentStart = try reader.next().event else {
      return Node(.mapping(Node.Mapping()), at: start)
    }
    let root = try node(from: try reader.next(), depth: 0)
    _ = try reader.next()
    let (event, location) = try reader.next()
    guard case .end = event else {
      throw SettingsFault(
        location, "a second document begins here",
        remedy: "keep one, and remove the '---' between them")
    }
    return root.isNull ? Node(.mapping(Node.Mapping()), at: start) : root
  }

  private mutating func node(
    from first: (event: EventReader.Event, location: Location), depth: Int
  ) throws(SettingsFault) -> Node {
    let location = first.location
    guard depth <= SettingsDecoder.greatestDepth else {
      throw SettingsFault(
        location, "lists and mappings nest deeper than \(SettingsDecoder.greatestDepth)")
    }
    switch first.event {
    case .scalar(let text, let isPlain):
      return Node(.scalar(text, isPlain: isPlain), at: location)
    case .listStart:
      return Node(.list(try list(depth: depth + 1)), at: location)
    case .mappingStart:
      return Node(.mapping(try mapping(depth: depth + 1)), at: location)
    case .alias:
      throw SettingsFault(
        location, "aliases ('*name') are not allowed", remedy: "repeat the value instead")
    case .listEnd, .mappingEnd, .documentStart, .documentEnd, .streamStart, .end:
      preconditionFailure("libyaml's events are out of order")
    }
  }

  private mutating func list(depth: Int) throws(SettingsFault) -> [Node] {
    var nodes: [Node] = []
    while true {
      let next = try reader.next()
      if case .listEnd = next.event { return nodes }
      nodes.append(try node(from: next, depth: depth))
    }
  }

  private mutating func mapping(depth: Int) throws(SettingsFault) -> Node.Mapping {
    var mapping = Node.Mapping()
    while true {
      let (event, location) = try reader.next()
      if case .mappingEnd = event { return mapping }
      guard case .scalar(let key, _) = event else {
        throw SettingsFault(
          location, "a list or a mapping cannot be a key",
          remedy: "quote text that begins with '{' or '['")
      }
      let value = try node(from: try reader.next(), depth: depth)
      if !mapping.add(key, at: location, value) {
        duplicates.append(
          SettingsFault(location, "duplicate key '\(key)'", remedy: "remove one of them"))
      }
    }
  }
}
