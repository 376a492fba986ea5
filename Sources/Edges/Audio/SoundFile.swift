import Glibc
import Interop

/// Sound files: WAV of 16 bit PCM, and FLAC of 16 bits.
///
/// The first bytes decide, never the name, and nothing but these two ever reaches a decoder. WAV is
/// read by our own code, FLAC by libsndfile. All calls block for some milliseconds.
public enum SoundFile {
  /// The forms a file is written in.
  public enum Form: Sendable {
    /// FLAC, mono, 48 kHz, 16 bits, level 8.
    case flac
    /// WAV, mono, 48 kHz, 16 bits PCM.
    case wav
  }

  /// The longest sound that is read.
  public static let longest = Duration.seconds(30)
  /// The largest file that is read, in bytes.
  public static let largest = 3_000_000
  /// The rates that are read, in frames a second.
  public static let rates = 8_000...192_000
  /// The channels that are read.
  public static let channels = 1...8

  /// Reads a file and converts it to canonical samples.
  ///
  /// Sound that is mono at 48 kHz already comes back bit by bit. Other channels are averaged, other
  /// rates converted by libsamplerate's best filter.
  ///
  /// - Parameter path: The file.
  /// - Returns: What it holds, which is at least one sample.
  /// - Throws: ``AudioError`` for a file that is missing, is no such sound, is too large or too
  ///   long, or ends before its header says.
  public static func read(path: String) throws(AudioError) -> Clip {
    let sound = try decode(path)
    guard sound.channels != 1 || sound.rate != Sample.rate else {
      return Clip(samples: sound.samples)
    }
    return Clip(
      samples: try resample(RawRecording(samples: sound.mono, rate: sound.rate), path).map(
        Sample.quantized)
    )
  }

  /// Reads a file for ``Mastering``, at its own rate.
  ///
  /// - Parameter path: The file.
  /// - Returns: What it holds, the channels averaged.
  /// - Throws: ``AudioError``, as from ``read(path:)``.
  public static func readTake(path: String) throws(AudioError) -> RawRecording {
    let sound = try decode(path)
    return RawRecording(samples: sound.mono, rate: sound.rate)
  }

  /// Writes a file, which appears whole or not at all.
  ///
  /// The same samples give the same bytes, as long as libFLAC stays the same.
  ///
  /// - Parameters:
  ///   - samples: The samples, as ``Sample`` defines them.
  ///   - path: The file, which is replaced if it exists.
  ///   - form: The form of the file.
  /// - Throws: ``AudioError`` if the file cannot be written.
  public static func write(
    _ samples: [Int16], path: String, as form: Form
  ) throws(AudioError) {
    let step = "write \(path)"
    let temporary = "\(path).\(getpid()).partial"
    do {
      let file = try openFile(temporary, O_RDWR | O_CREAT | O_TRUNC, step)
      switch form {
      case .flac: try FLAC.encode(samples, to: file)
      case .wav: try file.write(WAVHeader.bytes(frames: samples.count) + bytes(of: samples))
      }
      guard fsync(file.rawValue) == 0, unsafe rename(temporary, path) == 0 else {
        throw SystemError.last(step)
      }
    } catch {
      unsafe unlink(temporary)
      throw AudioError(step: step, cause: error, hint: "try again")
    }
  }

  private static func resample(_ take: RawRecording, _ path: String) throws(AudioError) -> [Float] {
    do throws(Refusal) {
      return try Resampler.convert(take.samples, from: take.rate, to: Sample.rate)
    } catch {
      throw AudioError(step: "convert \(path)", reason: error.reason)
    }
  }
}
