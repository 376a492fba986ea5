import Wire

/// One message as the rules of its topic see it; what several rules read alike is read once.
struct MessageReading {
  /// What two rules must have in common to see the same message.
  private struct View: Hashable {
    let body: [Encoding]
    let steps: [ParseStep]
  }

  /// What two rules must have in common to see the same list.
  private struct ListKey: Hashable {
    let view: View
    let each: FieldPath?
    let script: String?
  }

  /// The elements of a list that no rule has taken yet.
  private struct List {
    let key: ListKey
    var elements: [Element]
    var isTaken = false
  }

  private struct Element {
    let scope: Scope
    var event: OrderEvent?
    /// Why no rule could read it.
    var fault: Refusal?
  }

  /// One step of trying the rules, for an explanation.
  enum Step {
    /// A rule is tried next.
    case rule(OrderRule)
    /// The rule meets a message, or an element of it.
    case tried(Translator.CompiledRule, Scope, elements: Int)
    /// The message has no list where the rule reads one.
    case noList(OrderRule)
    /// Elements of a list have been taken, so that no rule reads the message as a whole.
    case passedOver
    /// What the rule reads is not encoded as it says; the element's number, or 0 for the message.
    case unreadable(Refusal, element: Int)
    /// No rule has taken the message, or this element of it.
    case unmatched(Scope)
  }

  /// Called with each step, if set.
  var observe: ((Step) -> Void)?
  private let payload: [UInt8]
  private let topic: String
  private let arrival: Timestamp
  // Lists, not dictionaries: there are few of them, and their order decides what is told.
  private var views: [(view: View, message: Result<JSON, Refusal>)] = []
  private var lists: [(key: ListKey, list: Result<List, Refusal>)] = []

  init(_ payload: [UInt8], topic: String, at arrival: Timestamp) {
    self.payload = payload
    self.topic = topic
    self.arrival = arrival
  }

  /// What the message says by the first rule that fits it, or each of its elements.
  ///
  /// - Parameters:
  ///   - rules: The rules of its topic, in their order.
  ///   - unmatched: What happens if none fits.
  /// - Returns: The events, in the order of the message.
  mutating func events(
    by rules: [Translator.CompiledRule], _ unmatched: Translator.Unmatched
  ) -> [OrderEvent] {
    var fault: Refusal?
    for rule in rules {
      observe?(.rule(rule.rule))
      do throws(Refusal) {
        let message = try message(for: rule)
        if rule.rule.readsList {
          guard var list = try list(for: rule, in: message), !list.elements.isEmpty else {
            observe?(.noList(rule.rule))
            continue
          }
          take(from: &list, by: rule)
          keep(list)
        } else if !takenLists.isEmpty {
          observe?(.passedOver)
        } else {
          // As long as no element of a list has been taken, a rule may read the message as a whole.
          let scope = Scope(message: message)
          observe?(.tried(rule, scope, elements: 0))
          if rule.fits(scope) { return [Self.event(by: rule.rule, scope, at: arrival)] }
        }
      } catch {
        observe?(.unreadable(error, element: 0))
        fault = fault ?? error
      }
    }
    let lists = takenLists.isEmpty ? Array(readableLists.prefix(1)) : takenLists
    guard lists.isEmpty else { return lists.flatMap { events(of: $0, unmatched) } }
    if let fault { return [.refused(nil, element: 0, fault)] }
    for case (_, .success(let message)) in views {
      return [self.unmatched(Scope(message: message), unmatched)]
    }
    return [.ignored("")]
  }

  /// The lists that have elements, in the order of the rules.
  private var readableLists: [List] {
    lists.compactMap { entry in
      guard case .success(let list) = entry.list, !list.elements.isEmpty else { return nil }
      return list
    }
  }

  private var takenLists: [List] { readableLists.filter(\.isTaken) }

  private mutating func keep(_ list: List) {
    guard let place = lists.firstIndex(where: { $0.key == list.key }) else { return }
    lists[place].list = .success(list)
  }

  /// The events of a list, those of elements that no rule has taken among them.
  private func events(
    of list: List, _ unmatched: Translator.Unmatched
  ) -> [OrderEvent] {
    list.elements.map { element in
      if let event = element.event { return event }
      if let fault = element.fault {
        return .refused(nil, element: element.scope.number, fault)
      }
      return self.unmatched(element.scope, unmatched)
    }
  }

  private func unmatched(_ scope: Scope, _ unmatched: Translator.Unmatched) -> OrderEvent {
    observe?(.unmatched(scope))
    let kind = MessageKind.describe(scope)
    switch unmatched {
    case .ignore: return .ignored(kind)
    case .reject:
      return .refused(
        nil, element: scope.number,
        Refusal("message", kind.isEmpty ? "no rule fits" : "no rule fits \(kind)"))
    }
  }

  /// What a rule makes of a message that it fits.
  private static func event(
    by rule: OrderRule, _ scope: Scope, at arrival: Timestamp
  ) -> OrderEvent {
    if rule.isIgnored { return .ignored(MessageKind.describe(scope)) }
    do {
      var instruction = try rule.instruction(for: scope, at: arrival)
      instruction.element = scope.number
      return .instruction(instruction)
    } catch {
      let id = (try? rule.id(in: scope)) ?? nil
      return .refused(
        id.map { EventID(source: rule.source, id: $0) }, element: scope.number, error)
    }
  }

  private func take(from list: inout List, by rule: Translator.CompiledRule) {
    for index in list.elements.indices where list.elements[index].event == nil {
      var scope = list.elements[index].scope
      do throws(Refusal) {
        if !rule.elementSteps.isEmpty, let element = scope.element {
          scope.element = try PayloadReader.parse(element, rule.elementSteps)
        }
        observe?(.tried(rule, scope, elements: list.elements.count))
        guard rule.fits(scope) else { continue }
        list.elements[index].event = Self.event(by: rule.rule, scope, at: arrival)
        list.isTaken = true
      } catch {
        observe?(.unreadable(error, element: scope.number))
        list.elements[index].fault = list.elements[index].fault ?? error
      }
    }
  }

  private func key(of rule: Translator.CompiledRule) -> ListKey {
    ListKey(
      view: View(body: rule.rule.body, steps: rule.messageSteps), each: rule.rule.each,
      script: rule.rule.script?.name)
  }

  /// The message as a rule sees it.
  private mutating func message(for rule: Translator.CompiledRule) throws(Refusal) -> JSON {
    let view = View(body: rule.rule.body, steps: rule.messageSteps)
    if let known = views.first(where: { $0.view == view }) { return try known.message.get() }
    do throws(Refusal) {
      let message: JSON
      if view.steps.isEmpty {
        message = try PayloadReader.read(payload, view.body, field: "message")
      } else {
        let plain = View(body: view.body, steps: [])
        let body: JSON
        if let known = views.first(where: { $0.view == plain }) {
          body = try known.message.get()
        } else {
          body = try PayloadReader.read(payload, view.body, field: "message")
          views.append((plain, .success(body)))
        }
        message = try PayloadReader.parse(body, view.steps)
      }
      views.append((view, .success(message)))
      return message
    } catch {
      views.append((view, .failure(error)))
      throw error
    }
  }

  /// The list that a rule reads; `nil` if the message has none there.
  private mutating func list(
    for rule: Translator.CompiledRule, in message: JSON
  ) throws(Refusal) -> List? {
    let key = key(of: rule)
    if let known = lists.first(where: { $0.key == key }) { return try known.list.get() }
    do throws(Refusal) {
      guard let elements = try Self.elements(of: rule.rule, in: message, topic: topic) else {
        return nil
      }
      let list = List(
        key: key,
        elements: elements.enumerated().map { index, element in
          Element(scope: Scope(message: message, element: element, number: index + 1))
        })
      lists.append((key, .success(list)))
      return list
    } catch {
      lists.append((key, .failure(error)))
      throw error
    }
  }

  /// The elements that a rule reads one by one; `nil` if the message has no such list.
  private static func elements(
    of rule: OrderRule, in message: JSON, topic: String
  ) throws(Refusal) -> [JSON]? {
    if let script = rule.script { return try script.events(in: message, topic: topic) }
    guard let each = rule.each else { return nil }
    return elements(of: message, at: each.parts[...])
  }

  private static func elements(of value: JSON, at parts: ArraySlice<String>) -> [JSON]? {
    guard let place = parts.firstIndex(of: FieldPath.all) else {
      guard case .array(let elements)? = value.value(at: parts) else { return nil }
      return elements
    }
    guard case .array(let outer)? = value.value(at: parts[..<place]) else { return nil }
    let inner = outer.compactMap { elements(of: $0, at: parts[(place + 1)...]) }
    return inner.isEmpty ? nil : Array(inner.joined())
  }
}
