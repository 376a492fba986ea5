import ProgramKit

@main
enum Soundbox {
  static func main() async {
    await Program(
      name: "soundbox",
      summary:
        "A shop's counter-top speaker: says every order and payment once, and proves it.",
      commands: [
        RunCommand.self, SayCommand.self, TranslateCommand.self, RequestCommand.self,
        CheckCommand.self, RulesCommand.self, PackBuildCommand.self, PackCheckCommand.self,
      ]
    ).main()
  }
}
