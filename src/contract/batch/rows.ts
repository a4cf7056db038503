/**
 * Event rows: what the browser script records, one array of integers per event.
 *
 *   [code, dt, ...fields]
 *
 * `dt` is in tenths of a millisecond since the row before it (the first: since the batch's `start`).
 * Rows contain classes, lengths and positions, never a typed character.
 * This file has no dependency, because the browser script is built from it.
 */

/** Per row type: its wire code and integer fields, in order. Codes start at 1, without gaps, and are never reused. */
export const ROWS = {
  /**
   * Relative to the position of the last move, down or up (the first: to the batch's `at`). `coalesced`: the positions
   * that this row stands for, merged by the browser or by the script; `channel` counts the browser's alone.
   */
  move: { code: 1, fields: ['dx', 'dy', 'coalesced', 'flags'] },
  /** `pressure` is 0..100; `rx ry rw rh` is the target's rectangle in the viewport. */
  down: {
    code: 2,
    fields: [
      'x',
      'y',
      'pressure',
      'width',
      'height',
      'flags',
      'button',
      'pointer',
      'rx',
      'ry',
      'rw',
      'rh',
      'name',
    ],
  },
  up: { code: 3, fields: ['x', 'y', 'pressure', 'width', 'height', 'flags', 'button', 'pointer'] },
  click: { code: 4, fields: ['x', 'y', 'detail', 'flags', 'rx', 'ry', 'rw', 'rh', 'name'] },
  /** `slot` is a small number that identifies a key while it is held, to match its `keyup`. */
  keydown: { code: 5, fields: ['class', 'flags', 'slot', 'name'] },
  keyup: { code: 6, fields: ['class', 'flags', 'slot'] },
  /** `length` of the inserted data (-1 unknown), `value` length of the field afterwards, `caret` (-1 unknown). */
  input: { code: 7, fields: ['kind', 'length', 'value', 'caret', 'flags', 'name'] },
  /** `sinceReturn`: ms since the tab was last returned to, -1 if it was never left. */
  clipboard: { code: 8, fields: ['kind', 'length', 'sinceReturn', 'flags', 'name'] },
  composition: { code: 9, fields: ['kind', 'length', 'flags', 'name'] },
  /** Merged: sums over `count` wheel events. */
  wheel: { code: 10, fields: ['deltaX', 'deltaY', 'mode', 'count', 'flags'] },
  /** `y` after scrolling, `range` the largest possible `y`, `count` scroll events merged into this row. */
  scroll: { code: 11, fields: ['y', 'range', 'count', 'flags'] },
  /** The page was shown, hidden, focused or left. */
  attention: { code: 12, fields: ['kind'] },
  field: { code: 13, fields: ['kind', 'flags', 'name'] },
  change: { code: 14, fields: ['value', 'flags', 'name'] },
  /** `silent`: fields whose value differs from what their last input event left. */
  submit: { code: 15, fields: ['silent', 'flags', 'name'] },
  navigation: { code: 16, fields: ['kind', 'name'] },
  /** The mouse left or entered the document. */
  border: { code: 17, fields: ['kind'] },
  /** `scale` is devicePixelRatio * 100, `zoom` the visual viewport's scale * 100. */
  resize: { code: 18, fields: ['innerWidth', 'innerHeight', 'outerWidth', 'outerHeight', 'scale', 'zoom'] },
  /** How overloaded the page was: the number of animation frames since the last such row, and their durations in tenths of ms. */
  frames: { code: 19, fields: ['count', 'median', 'longest'] },
  /** A field's value changed with no input event: set by script, or filled by the browser. */
  scripted: { code: 20, fields: ['kind', 'before', 'after', 'name'] },
  /**
   * How trusted mouse moves and keydowns reached the page since the last such row. Older recordings have none.
   * `samples`: positions that the browser merged into these moves, -1 where it does not say. `multiple`: moves of more
   * than one position. `crowded`: moves in the same frame as the move before. In tenths of ms: `gap`, the median between
   * two moves; `early`, `middle`, `late`, the 10th, 50th and 90th percentile of the time from event to handler;
   * `keyDelay`, the median of that time for keys.
   */
  channel: {
    code: 21,
    fields: ['moves', 'samples', 'multiple', 'crowded', 'gap', 'early', 'middle', 'late', 'keys', 'keyDelay'],
  },
} as const

export type RowType = keyof typeof ROWS

/** Event times are in ticks of a tenth of a millisecond. */
export const TICKS_PER_MS = 10

/** One event, decoded: `t` in tenths of a millisecond since the tab's time origin; a move's `dx dy` become `x y`. */
export type EventOf<Type extends RowType> = { readonly type: Type; readonly t: number } & {
  readonly [Field in (typeof ROWS)[Type]['fields'][number] as Absolute<Field>]: number
}
type Absolute<Field extends string> = Field extends 'dx' ? 'x' : Field extends 'dy' ? 'y' : Field
export type SessionEvent = { [Type in RowType]: EventOf<Type> }[RowType]

export const POINTER = { none: 0, mouse: 1, pen: 2, touch: 3 } as const

/** Bits of `flags`. Bit 0 is the same everywhere: the event is not trusted (`isTrusted` is false). */
export const UNTRUSTED = 1

/** move, down, up, click: the pointer's kind is `(flags >> 1) & 3`, one of `POINTER`. */
export const POINTER_FLAGS = {
  kindShift: 1,
  kindMask: 3,
  pressed: 8,
  /** up only: the browser canceled the pointer (pointercancel), for instance to scroll. */
  canceled: 16,
  /** move, down, up: a coordinate on the screen is not an integer. On X11 without scaling, a mouse has only integers. */
  fractional: 32,
  /**
   * down only: the browser names no device (`persistentDeviceId` is 0 or not supported). Recordings before this flag have
   * none.
   */
  noDevice: 64,
  /**
   * move, down, up: a coordinate on the screen is not a multiple of 1/256 pixel, the unit of Wayland. Recordings before
   * this flag have none.
   */
  offGrid: 128,
} as const

/**
 * click, beyond the pointer's kind. `virtual`: no pointer made it (keyboard, script, assistive technology). `noSource`:
 * the browser names no kind of device (`sourceCapabilities` is null).
 */
export const CLICK_FLAGS = {
  virtual: 8,
  pageFocused: 16,
  userActive: 32,
  noSource: 64,
  secondary: 128,
} as const

export const KEY_FLAGS = {
  noCode: 2,
  shift: 4,
  ctrl: 8,
  alt: 16,
  meta: 32,
  caps: 64,
  repeat: 128,
  /** The key belongs to an input method (`isComposing` or key code 229). */
  composing: 256,
  /** The same key as the keydown before it. */
  same: 512,
  /** On the layout that the event itself shows, this character needs Shift. */
  needsShift: 1024,
  /** Shift with a physical key, but neither the left nor the right one. Recordings before this flag have none. */
  unplaced: 2048,
} as const

export const INPUT_FLAGS = {
  notInputEvent: 2,
  composing: 4,
  noKey: 8,
  touch: 16,
  /** The field matches `:autofill` after the event. */
  autofilled: 32,
} as const
/** `own`: the text was copied or cut on this page. */
export const CLIPBOARD_FLAGS = { own: 2 } as const
export const SCROLL_FLAGS = { inner: 2 } as const
export const FIELD_FLAGS = { autofilled: 2 } as const
/** `silent`: the value differs from the one after the last input event. */
export const CHANGE_FLAGS = { silent: 2, autofilled: 4 } as const

export const KEY_CLASS = {
  other: 0,
  lower: 1,
  upper: 2,
  digit: 3,
  space: 4,
  punctuation: 5,
  backspace: 6,
  delete: 7,
  enter: 8,
  tab: 9,
  escape: 10,
  arrow: 11,
  /** Home, End, PageUp, PageDown: keys that scroll far. */
  page: 12,
  shift: 13,
  modifier: 14,
  function: 15,
  /** A letter without case, such as Han, Arabic or Hebrew. */
  letter: 16,
  /** The browser hid the key (on-screen keyboard, input method). */
  hidden: 17,
} as const

/** `input.kind`: the event's inputType, shortened. */
export const INPUT_KIND = {
  none: 0,
  insertText: 1,
  insertCompositionText: 2,
  insertFromPaste: 3,
  insertFromDrop: 4,
  insertReplacementText: 5,
  insertLineBreak: 6,
  deleteContentBackward: 7,
  deleteContentForward: 8,
  deleteByCut: 9,
  deleteWord: 10,
  deleteOther: 11,
  historyUndo: 12,
  historyRedo: 13,
  insertFromYank: 14,
  other: 15,
} as const

export const CLIPBOARD_KIND = { paste: 1, copy: 2, cut: 3, drop: 4 } as const
export const COMPOSITION_KIND = { start: 1, end: 2 } as const
export const ATTENTION_KIND = {
  focus: 1,
  blur: 2,
  visible: 3,
  hidden: 4,
  pagehide: 5,
  pageshow: 6,
  restored: 7,
  /** The focus moved between the page and a frame in it. */
  frame: 8,
} as const
export const FIELD_KIND = { in: 1, out: 2 } as const
export const NAVIGATION_KIND = {
  load: 1,
  push: 2,
  replace: 3,
  pop: 4,
  hash: 5,
  reload: 6,
  history: 7,
} as const
export const BORDER_KIND = { leave: 1, enter: 2 } as const
export const SCRIPTED_KIND = { script: 1, autofill: 2 } as const
