/** Two ways to ask for the same permission that a disguise answers differently. Nobody is prompted. */
import { nav, win } from '../natives.ts'

export async function permissionMismatch() {
  const { permission } = win.Notification ?? {}
  const state = permission && (await nav.permissions?.query({ name: 'notifications' }))?.state
  return state && state !== (permission === 'default' ? 'prompt' : permission)
}
