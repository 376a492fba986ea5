// swift-tools-version: 6.3
import PackageDescription

/// Settings of every Swift target: warnings stop the build, imports are internal and explicit.
let house: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Settings of the targets that touch C: each unsafe expression must say `unsafe`.
let border = house + [.strictMemorySafety()]

let package = Package(
  name: "soundbox",
  products: [
    .library(name: "SoundboxKit", targets: ["Wire", "Voice", "Orders"]),
    .executable(name: "soundbox", targets: ["soundbox"]),
    .executable(name: "soundbox-fleet", targets: ["soundbox-fleet"]),
  ],
  targets: [
    // MARK: C libraries
    .systemLibrary(
      name: "CALSA", path: "Sources/CLibraries/CALSA", pkgConfig: "alsa",
      providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(
      name: "CCrypto", path: "Sources/CLibraries/CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CCurl", path: "Sources/CLibraries/CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CEbur128", path: "Sources/CLibraries/CEbur128", pkgConfig: "libebur128",
      providers: [.apt(["libebur128-dev"])]),
    .systemLibrary(
      name: "CEvdev", path: "Sources/CLibraries/CEvdev", pkgConfig: "libevdev",
      providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(
      name: "CGPIOD", path: "Sources/CLibraries/CGPIOD", pkgConfig: "libgpiod",
      providers: [.apt(["libgpiod-dev"])]),
    .systemLibrary(name: "CLinux", path: "Sources/CLibraries/CLinux"),
    .systemLibrary(
      name: "CLua", path: "Sources/CLibraries/CLua", pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", path: "Sources/CLibraries/CMicroHTTPD",
      providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CMosquitto", path: "Sources/CLibraries/CMosquitto", pkgConfig: "libmosquitto",
      providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(
      name: "CPQ", path: "Sources/CLibraries/CPQ", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CSampleRate", path: "Sources/CLibraries/CSampleRate", pkgConfig: "samplerate",
      providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(
      name: "CSndFile", path: "Sources/CLibraries/CSndFile", pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSpeech", path: "Sources/CLibraries/CSpeech"),
    .systemLibrary(
      name: "CSQLite", path: "Sources/CLibraries/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CSystemd", path: "Sources/CLibraries/CSystemd", pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CYAML", path: "Sources/CLibraries/CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"])]),

    // MARK: Core
    .target(name: "Wire", path: "Sources/Core/Wire", swiftSettings: house),
    .target(
      name: "Voice", dependencies: ["Wire"], path: "Sources/Core/Voice", swiftSettings: house),
    .target(
      name: "Orders", dependencies: ["Wire"], path: "Sources/Core/Orders", swiftSettings: house),

    // MARK: Support
    .target(
      name: "Interop", dependencies: ["CLinux"], path: "Sources/Support/Interop",
      swiftSettings: border),
    .target(
      name: "Service", dependencies: ["CSystemd", "Interop"], path: "Sources/Support/Service",
      swiftSettings: border),
    .target(
      name: "Digest", dependencies: ["CCrypto"], path: "Sources/Support/Digest",
      swiftSettings: border),
    .target(name: "Messaging", path: "Sources/Support/Messaging", swiftSettings: house),
    .target(name: "Exposition", path: "Sources/Support/Exposition", swiftSettings: house),
    .target(
      name: "SQL", dependencies: ["Interop", "Service"], path: "Sources/Support/SQL",
      swiftSettings: house),

    // MARK: Edges
    .target(
      name: "MQTT", dependencies: ["CMosquitto", "Interop", "Messaging"],
      path: "Sources/Edges/MQTT",
      swiftSettings: border),
    .target(
      name: "Audio", dependencies: ["CALSA", "CEbur128", "CSampleRate", "CSndFile", "Interop"],
      path: "Sources/Edges/Audio", swiftSettings: border),
    .target(
      name: "HTTP", dependencies: ["CCurl", "Interop"], path: "Sources/Edges/HTTP",
      swiftSettings: border),
    .target(
      name: "Database", dependencies: ["CSQLite", "Interop", "SQL"], path: "Sources/Edges/Database",
      swiftSettings: border),
    .target(
      name: "Postgres", dependencies: ["CPQ", "Interop", "SQL"], path: "Sources/Edges/Postgres",
      swiftSettings: border),
    .target(
      name: "Settings", dependencies: ["CYAML", "Interop"], path: "Sources/Edges/Settings",
      swiftSettings: border),
    .target(
      name: "Buttons", dependencies: ["CEvdev", "Interop"], path: "Sources/Edges/Buttons",
      swiftSettings: border),
    .target(
      name: "GPIO", dependencies: ["CGPIOD", "Interop"], path: "Sources/Edges/GPIO",
      swiftSettings: border),
    .target(
      name: "Lua", dependencies: ["CLua"], path: "Sources/Edges/Lua", swiftSettings: border),
    .target(
      name: "Speech", dependencies: ["CSpeech", "Interop"], path: "Sources/Edges/Speech",
      swiftSettings: border),
    .target(
      name: "Web", dependencies: ["CMicroHTTPD", "Interop"], path: "Sources/Edges/Web",
      swiftSettings: border),

    // MARK: Services
    .target(
      name: "Box",
      dependencies: [
        "Database", "Digest", "Interop", "Messaging", "Orders", "SQL", "Service", "Voice", "Wire",
      ],
      path: "Sources/Services/Box", swiftSettings: house),
    .target(
      name: "Fleet", dependencies: ["Digest", "Messaging", "Orders", "Service", "Wire"],
      path: "Sources/Services/Fleet", swiftSettings: house),
    .target(
      name: "Monitor",
      dependencies: [
        "Database", "Digest", "Exposition", "Fleet", "Interop", "Messaging", "Orders", "Postgres",
        "SQL", "Service", "Wire",
      ],
      path: "Sources/Services/Monitor",
      resources: [
        .embedInCode("Page/Assets/page.html"), .embedInCode("Page/Assets/page.css"),
        .embedInCode("Page/Assets/icon.svg"), .embedInCode("Page/Assets/page.js"),
        .embedInCode("Page/Assets/words.js"), .embedInCode("Page/Assets/parts.js"),
        .embedInCode("Page/Assets/fleet.js"), .embedInCode("Page/Assets/boxes.js"),
        .embedInCode("Page/Assets/orders.js"), .embedInCode("Page/Assets/box.js"),
      ], swiftSettings: house),
    .target(
      name: "Simulator", dependencies: ["Digest", "Messaging", "Wire"],
      path: "Sources/Services/Simulator",
      swiftSettings: house),
    .target(
      name: "Studio", dependencies: ["Digest", "Voice", "Wire"], path: "Sources/Services/Studio",
      swiftSettings: house),

    // MARK: Programs
    .target(
      name: "ProgramKit",
      dependencies: [
        "Interop", "Lua", "MQTT", "Messaging", "Orders", "Service", "Settings", "Wire",
      ],
      path: "Sources/Programs/Kit", swiftSettings: house),
    .executableTarget(
      name: "soundbox",
      dependencies: [
        "Audio", "Box", "Buttons", "Database", "Digest", "Exposition", "GPIO", "Interop", "MQTT",
        "Messaging", "Orders", "ProgramKit", "Service", "Settings", "Speech", "Studio", "Voice",
        "Web", "Wire",
      ],
      path: "Sources/Programs/soundbox", swiftSettings: house),

    .executableTarget(
      name: "soundbox-fleet",
      dependencies: [
        "Database", "Fleet", "HTTP", "Interop", "MQTT", "Messaging", "Monitor", "Orders",
        "Postgres", "ProgramKit", "SQL", "Service", "Settings", "Simulator", "Web", "Wire",
      ],
      path: "Sources/Programs/soundbox-fleet", swiftSettings: house),

    // MARK: Tests
    .target(
      name: "TestKit",
      dependencies: ["Interop"],
      path: "Tests/TestKit", swiftSettings: border),
    .target(
      name: "BrowserKit", dependencies: ["Interop", "Wire"], path: "Tests/BrowserKit",
      swiftSettings: border),
    .executableTarget(
      name: "soundbox-bench",
      dependencies: [
        "Audio", "BrowserKit", "Database", "Fleet", "Interop", "MQTT", "Messaging", "Monitor",
        "Orders", "Postgres", "SQL",
        "Service", "Simulator", "TestKit", "Wire",
      ],
      path: "Tests/Benchmarks", swiftSettings: border),
    .testTarget(
      name: "WireTests", dependencies: ["Wire"], swiftSettings: house),
    .testTarget(
      name: "OrdersTests", dependencies: ["Orders", "TestKit", "Wire"], resources: [.copy("Cases")],
      swiftSettings: house),
    .testTarget(
      name: "RuleTests",
      dependencies: ["Interop", "Orders", "ProgramKit", "Settings", "TestKit", "Voice", "Wire"],
      exclude: ["Readings"], resources: [.copy("Cases")], swiftSettings: house),
    .testTarget(
      name: "VoiceTests", dependencies: ["Settings", "TestKit", "Voice", "Wire"],
      resources: [.copy("Cases")], swiftSettings: house),
    .testTarget(
      name: "InteropTests", dependencies: ["Interop", "TestKit"], swiftSettings: border),
    .testTarget(
      name: "ServiceTests", dependencies: ["Service", "TestKit"], swiftSettings: border),
    .testTarget(
      name: "MQTTTests", dependencies: ["Interop", "MQTT", "Messaging", "TestKit"],
      swiftSettings: border),
    .testTarget(
      name: "AudioTests", dependencies: ["Audio", "TestKit"], swiftSettings: border),
    .testTarget(
      name: "HTTPTests", dependencies: ["HTTP", "Interop", "TestKit"], swiftSettings: border),
    .testTarget(
      name: "DatabaseTests", dependencies: ["Database", "SQL", "TestKit"], swiftSettings: border),
    .testTarget(
      name: "PostgresTests", dependencies: ["Database", "Postgres", "SQL", "TestKit"],
      swiftSettings: border),
    .testTarget(
      name: "SQLTests", dependencies: ["SQL"], swiftSettings: house),
    .testTarget(
      name: "SettingsTests", dependencies: ["Settings", "TestKit"], swiftSettings: border),
    .testTarget(
      name: "ButtonsTests", dependencies: ["Buttons", "CEvdev", "Interop", "TestKit"],
      swiftSettings: border),
    .testTarget(
      name: "GPIOTests", dependencies: ["GPIO", "TestKit"], swiftSettings: border),
    .testTarget(
      name: "LuaTests", dependencies: ["Lua"], swiftSettings: border),
    .testTarget(
      name: "SpeechTests",
      dependencies: ["Audio", "Speech", "TestKit", "Voice", "Wire", "soundbox"],
      swiftSettings: border),
    .testTarget(
      name: "WebTests", dependencies: ["Interop", "TestKit", "Web"], swiftSettings: border),
    .testTarget(
      name: "DigestTests", dependencies: ["Digest"], swiftSettings: house),
    .testTarget(
      name: "ExpositionTests", dependencies: ["Exposition"], swiftSettings: house),
    .testTarget(
      name: "BoxTests",
      dependencies: [
        "Box", "Database", "Messaging", "Orders", "SQL", "Service", "TestKit", "Voice", "Wire",
      ],
      swiftSettings: house),
    .testTarget(
      name: "FleetTests",
      dependencies: ["Digest", "Fleet", "Messaging", "Orders", "Service", "Wire"],
      swiftSettings: house),
    .testTarget(
      name: "MonitorTests",
      dependencies: [
        "Database", "Digest", "Exposition", "Fleet", "HTTP", "Interop", "Messaging", "Monitor",
        "Orders", "Postgres", "SQL", "Service", "TestKit", "Wire",
      ],
      swiftSettings: house),
    .testTarget(
      name: "SimulatorTests", dependencies: ["Messaging", "Simulator", "Wire"], swiftSettings: house
    ),
    .testTarget(
      name: "StudioTests",
      dependencies: ["Digest", "Interop", "Studio", "TestKit", "Voice", "soundbox"],
      swiftSettings: house),
    .testTarget(
      name: "PageTests",
      dependencies: [
        "BrowserKit", "Database", "Interop", "Monitor", "TestKit", "Wire", "soundbox",
        "soundbox-fleet",
      ],
      swiftSettings: border),
    .testTarget(
      name: "Integration",
      dependencies: [
        "Interop", "ProgramKit", "TestKit", "Web", "Wire", "soundbox", "soundbox-fleet",
      ],
      path: "Tests/Integration", swiftSettings: border),
  ],
  swiftLanguageModes: [.v6]
)
