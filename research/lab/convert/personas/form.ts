/** The form that personas fill in, and the two common ways to do it. */
import type { ScriptedPerson, Target, TypingHabits } from './scripted_person.ts'

export const Q1: Target = { role: 'text', label: 'q1', box: [268, 116, 606, 116] }
export const Q2: Target = { role: 'text', label: 'q2', box: [268, 420, 606, 116] }
export const YES: Target = { role: 'choice', label: 'yes', box: [283, 294, 76, 28] }
export const NO: Target = { role: 'choice', label: 'no', box: [383, 294, 76, 28] }
export const OFTEN: Target = { role: 'choice', label: 'often', box: [283, 360, 98, 28] }
export const SEND: Target = { role: 'button', label: 'Send', box: [268, 620, 111, 39] }
export const FIELD: Target = { role: 'text', label: 'email', box: [268, 116, 300, 36] }

/** A text that is long enough for every check, with capitals and punctuation. */
export const ANSWER =
  'I like the quiet streets and the small park near my house because my kids can play there safely after school. ' +
  'The shops are close, the bus comes every ten minutes and Most of my neighbours have lived here for years. ' +
  'What I miss is a library. We had one until 2019, but it was closed and nobody knows when it will open again. ' +
  'If I could change one thing it would be the traffic in the morning, when everyone drives to the same school. '
export const SHORT = 'No, I think that covers everything. Thank you!'

/** Fills in the form with a mouse and a keyboard. */
export function fillForm(person: ScriptedPerson, typing: Partial<TypingHabits> = {}, holdMs?: number): void {
  const habits = holdMs === undefined ? {} : { holdMs }
  person.press(Q1, habits)
  person.type(Q1, ANSWER, typing)
  person.press(YES, habits)
  person.wheel(6)
  person.press(OFTEN, habits)
  person.wheel(5)
  person.press(Q2, habits)
  person.type(Q2, SHORT, typing)
  person.press(SEND, habits)
}

/** Moves from field to field with Tab; the page jumps to the focused field. */
export function fillByKeyboard(person: ScriptedPerson, typing: Partial<TypingHabits>): void {
  person.key('Tab')
  person.type(Q1, ANSWER, typing)
  for (const [index, target] of [YES, OFTEN].entries()) {
    person.key('Tab')
    person.jump(600 * (index + 1))
    person.wait(300)
    person.key(' ')
    person.activate(target)
    person.wait(400)
  }
  person.key('Tab')
  person.jump(1_900)
  person.type(Q2, SHORT, typing)
  person.key('Tab')
  person.jump(2_500)
  person.wait(300)
  person.key('Enter')
  person.activate(SEND)
}
