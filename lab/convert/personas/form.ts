/** The form that personas fill, and the two common ways of filling it. */
import type { Hand, Target, TypingHabits } from './hand.ts'

export const Q1: Target = { role: 'text', label: 'q1', box: [268, 116, 606, 116] }
export const Q2: Target = { role: 'text', label: 'q2', box: [268, 420, 606, 116] }
export const YES: Target = { role: 'choice', label: 'yes', box: [283, 294, 76, 28] }
export const NO: Target = { role: 'choice', label: 'no', box: [383, 294, 76, 28] }
export const OFTEN: Target = { role: 'choice', label: 'often', box: [283, 360, 98, 28] }
export const SEND: Target = { role: 'button', label: 'Send', box: [268, 620, 111, 39] }
export const FIELD: Target = { role: 'text', label: 'email', box: [268, 116, 300, 36] }

/** Long enough to be judged on, with capitals and stops. */
export const ANSWER =
  'I like the quiet streets and the small park near my house because my kids can play there safely after school. ' +
  'The shops are close, the bus comes every ten minutes and Most of my neighbours have lived here for years. ' +
  'What I miss is a library. We had one until 2019, but it was closed and nobody knows when it will open again. ' +
  'If I could change one thing it would be the traffic in the morning, when everyone drives to the same school. '
export const SHORT = 'No, I think that covers everything. Thank you!'

/** The same form filled with a mouse and a keyboard, as most people do. */
export function fillForm(hand: Hand, typing: Partial<TypingHabits> = {}, holdMs?: number): void {
  const habits = holdMs === undefined ? {} : { holdMs }
  hand.press(Q1, habits)
  hand.type(Q1, ANSWER, typing)
  hand.press(YES, habits)
  hand.wheel(6)
  hand.press(OFTEN, habits)
  hand.wheel(5)
  hand.press(Q2, habits)
  hand.type(Q2, SHORT, typing)
  hand.press(SEND, habits)
}

/** Tab from field to field; the page follows the focus in jumps. */
export function fillByKeyboard(hand: Hand, typing: Partial<TypingHabits>): void {
  hand.key('Tab')
  hand.type(Q1, ANSWER, typing)
  for (const [index, target] of [YES, OFTEN].entries()) {
    hand.key('Tab')
    hand.jump(600 * (index + 1))
    hand.wait(300)
    hand.key(' ')
    hand.activate(target)
    hand.wait(400)
  }
  hand.key('Tab')
  hand.jump(1_900)
  hand.type(Q2, SHORT, typing)
  hand.key('Tab')
  hand.jump(2_500)
  hand.wait(300)
  hand.key('Enter')
  hand.activate(SEND)
}
