import ProgramKit

@main
enum SoundboxFleet {
  static func main() async {
    await Program(
      name: "soundbox-fleet",
      summary: "Shows from the receipts of all boxes what was said where, and what was not.",
      commands: [
        MonitorCommand.self, WatchCommand.self, OrderCommand.self, BoxesCommand.self,
        CheckCommand.self, SimulateCommand.self,
      ]
    ).main()
  }
}
