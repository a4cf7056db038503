/**
 * The session that the first start stores, so that its printed command has something to read. Lists and counts leave it
 * out, and so does retention: it is nobody's data. No browser can send its ID, because a dot is not allowed in the ID of a batch.
 */
export const EXAMPLE_SESSION = 'example.session'
