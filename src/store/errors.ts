/** The store is temporarily unavailable (full disk, lost database). The caller answers 503; nothing is half-written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** Other writers changed the same row first, several times in a row. Nothing was written; the caller answers 409. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict'
}

/** Stored data does not match its checksum (a flipped bit, a torn page). */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged'
}

/** The store cannot be opened or restored: in use by another process, of a newer version, not empty. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused'
}
