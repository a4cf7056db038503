/** Whether two APIs disagree about the same permission, as they do in some disguises. Never prompts. */
import { nav, win } from '../natives.ts'

export async function permissionMismatch() {
  const { permission } = win.Notification ?? {}
  const state = permission && (await nav.permissions?.query({ name: 'notifications' }))?.state
  return state && state !== (permission === 'default' ? 'prompt' : permission)
}
