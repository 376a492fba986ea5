import Interop
import Service
import Voice
import Wire

/// Performs what the queue wants done: writes it down first, and then gives it to who speaks.
struct AnnouncementProcessor: Sendable {
  /// What takes its time, and is done beside.
  enum Job: Sendable {
    /// Look whether the device is there, after a pause.
    case prepare(after: Duration)
    case speak(Announcement, rings: Bool, Interruption)
  }

  /// What is being spoken.
  struct Speech {
    let item: QueuedCommand
    let announcement: Announcement
    let rings: Bool
    let interruption = Interruption()
  }

  /// What was said of a command that is not settled yet.
  struct SpokenText {
    private(set) var spoken: String
    /// What was left out, and why, in words.
    private(set) var leftOut: [String]

    init(_ script: Script) {
      spoken = script.spoken
      leftOut =
        script.leftOut.isEmpty
        ? [] : ["no synthesizer: \(script.leftOut.joined(separator: ", "))"]
    }

    /// Notes that free texts were not said after all.
    mutating func leave(_ texts: [LeftOut]) {
      for left in texts {
        spoken = spoken.split(separator: left.text, maxSplits: 1, omittingEmptySubsequences: false)
          .joined()
        leftOut.append("\(left.text): \(left.reason)")
      }
      spoken = spoken.split(separator: " ").joined(separator: " ")
    }
  }

  var queue: AnnouncementQueue
  let journal: Journal
  let scriptBuilder: ScriptBuilder
  let clock: BoxClock
  let status: Status
  let selfTests: SelfTests
  let acknowledge: @Sendable (String) -> Void
  let outboxChanged: @Sendable () -> Void
  var backoff: Backoff
  let log: Log
  let observe: StepObserver
  var speech: Speech?
  var said: [Int64: SpokenText] = [:]
  /// The newest command that was read when the processor was opened: who tells of it tells nothing new.
  var lastRead: Int64 = 0
  var deviceWasMissing = false

  init(
    queue: AnnouncementQueue, journal: Journal, scriptBuilder: ScriptBuilder, clock: BoxClock,
    status: Status, selfTests: SelfTests, acknowledge: @escaping @Sendable (String) -> Void,
    outboxChanged: @escaping @Sendable () -> Void, backoff: Backoff, log: Log,
    observe: @escaping StepObserver
  ) {
    self.queue = queue
    self.journal = journal
    self.scriptBuilder = scriptBuilder
    self.clock = clock
    self.status = status
    self.selfTests = selfTests
    self.acknowledge = acknowledge
    self.outboxChanged = outboxChanged
    self.backoff = backoff
    self.log = log
    self.observe = observe
  }

  /// When the queue wants to hear of the time again, by the computer's own clock.
  var nextDue: Duration? { queue.nextDue }
}
