/// Why a text is not JSON.
struct JSONSyntaxError: Error {
  /// Where the text stops being JSON, as a number of bytes.
  let offset: Int
  let sentence: String
  let advice: String
  /// The path to the value that was being read.
  let way: [JSONMap.Step]
  /// The members read so far of each object on that path, beginning with the root.
  let members: [[JSONMap.Member]]
}
