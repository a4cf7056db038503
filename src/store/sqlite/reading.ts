import { translated } from './connection.ts'

/** Runs a read on this thread and converts its errors. */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw translated(error)
  }
}
