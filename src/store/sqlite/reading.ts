import { translated } from './connection.ts'

/** Runs a read on this thread; the engine's errors come out in the store's words. */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw translated(error)
  }
}
