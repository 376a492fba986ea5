@main enum Soundbox { static func main() {} }
