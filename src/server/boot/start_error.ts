/** An expected failure of the start. Its message is shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
