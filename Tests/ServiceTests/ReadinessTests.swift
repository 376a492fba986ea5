import Testing

@testable import Service

@Suite struct `A status for the service manager` {
  @Test func `is one line, whatever the text is`() {
    #expect(Readiness.line("online") == "STATUS=online")
    #expect(Readiness.line("a\nMAINPID=1\r\nREADY=1\u{2028}b") == "STATUS=a MAINPID=1 READY=1 b")
    #expect(Readiness.line("\n") == "STATUS=")
  }
}
