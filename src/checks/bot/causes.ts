/**
 * Harmless causes. Traces with the same cause count up to its limit, which is too low for a review.
 * `words` name it in the reference.
 */
export const CAUSES = {
  /** They attach a debugger and emulate phones and windows. */
  tools: { most: 1.2, words: 'developer tools' },
  /** They replace functions and change claims. */
  privacy: { most: 0.9, words: 'privacy extensions' },
  /** Chromium timestamps input when it reads it; the compositor may send one move a frame. */
  wayland: { most: 1.2, words: 'Wayland' },
  /**
   * Remote desktops and virtual machines report 60 times a second and have no pointing device; browsers in them may not
   * animate scrolling.
   */
  remote: { most: 0.4, words: 'remote desktops' },
  /** Several moves in one frame. */
  busy: { most: 0.5, words: 'busy pages' },
  /** A browser on an X server of another machine timestamps input when it arrives. */
  display: { most: 0.6, words: 'a display of another machine' },
  window: { most: 0.3, words: 'window managers that click without focus' },
  /** In a virtual machine or an emulator, it has the computer's processor, graphics and clock. */
  android: { most: 1.2, words: 'Android on a computer' },
} as const

export type Cause = keyof typeof CAUSES

/**
 * The limit of `tools` if a debugger was attached: too low for monitoring. `docked`: a panel beside the page shows that
 * developer tools are open; no driver of the lab shows one.
 */
export const MAX_BY_DEBUGGER = { docked: 0.35, hidden: 0.6 } as const
