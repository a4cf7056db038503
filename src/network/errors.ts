/** Data that cannot be used: the sentence says which and why, for the operator to read. */
export class NetworkDataError extends Error {
  override readonly name = 'NetworkDataError'
}
