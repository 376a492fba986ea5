import FoundationEssentials

/// The same time of another day, as `openssl ca` takes it: `20261129120000Z`.
func day(_ offset: Int) -> String {
  let date = Date.now.addingTimeInterval(Double(offset) * 86_400)
  let digits = date.ISO8601Format().filter(\.isNumber)
  return "\(digits)Z"
}
