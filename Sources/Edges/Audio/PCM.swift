/// An open sound device, as far as playing needs it; it never waits unless told to.
///
/// One task uses it at a time.
protocol PCM: AnyObject {
  /// How many frames the device takes in one go.
  var period: Int { get }

  /// Makes it ready for the first write, after opening, dropping or a fault.
  func prepare() throws(PCMFault)

  /// Takes as many of `samples` as there is room for.
  ///
  /// - Returns: How many it took; 0 if there is no room.
  func write(_ samples: ArraySlice<Int16>) throws(PCMFault) -> Int

  /// Starts to play what was written.
  func start() throws(PCMFault)

  /// Waits until there is room for a period, or the time is over.
  func wait(milliseconds: Int) throws(PCMFault)

  /// How many of the frames written have not yet left the device.
  func delay() throws(PCMFault) -> Int

  /// How many of the frames written its buffer still holds; a server's or a cable's are not counted.
  func queued() throws(PCMFault) -> Int

  /// How many of the frames written the device still held when it stopped by a fault.
  func unplayed() -> Int?

  /// Goes on where a suspended computer stopped.
  ///
  /// - Returns: False if it has to be tried again a little later.
  func resume() throws(PCMFault) -> Bool

  /// Stops at once and forgets what was not played.
  func drop()
}
