/// Why a text is not a list of terms, and what to write instead.
struct TermFault: Error {
  let problem: String
  let remedy: String
}
