/** Unusable network data. The message tells the operator the reason. */
export class NetworkDataError extends Error {
  override readonly name = 'NetworkDataError'
}
