/** Programs that send human-like input through the X server: a scripted typist, or a replay of a simulated person. */
import { answerByMouse, withPerson } from '../controls/plain.ts'
import type { Scenario } from '../scenario.ts'

/**
 * `replay`: the strokes and keys of the lab's simulated people, which are also its controls; nothing but their
 * statistics can tell the two apart. `scripted typist`: even speed, keys that do not overlap, no pauses between words.
 */
export function answerNatively(scenario: Scenario, style: 'scripted typist' | 'replay'): Promise<void> {
  const own = { typing: { paceMs: 150, holdMs: 60, slips: 0.02 }, mouse: { reportMs: 12, bow: 0.08 } }
  return withPerson(
    scenario,
    async (person) => {
      await person.arrive()
      await answerByMouse(person, scenario)
    },
    style === 'replay' ? {} : { person: own },
  )
}
