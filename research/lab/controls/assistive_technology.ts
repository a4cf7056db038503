/** People who use assistive technology: a screen reader that presses by accessibility action, and a switch. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  ACCESSIBILITY_FILES,
  ACCESSIBILITY_FLAGS,
  type AccessibilityBus,
  missingAccessibility,
  startAccessibilityBus,
} from '../drivers/accessibility.ts'
import type { Person } from '../drivers/person.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { answerByKeyboard, tabTo } from './keyboard_only.ts'
import { withPerson } from './plain.ts'

const ORCA = '/usr/bin/orca'

/** Listens to what the screen reader says, acts, and types. The page gets no key that the screen reader handles. */
async function answerByScreenReader(
  person: Person,
  { press, focus }: AccessibilityBus,
  { names, answers, random }: Scenario,
): Promise<void> {
  const listen = () => person.pause(random.between(900, 4200))
  await person.wait()
  await listen()
  await focus(names.first)
  await listen()
  await person.type(answers.first)
  await listen()
  await press(names.choice)
  await listen()
  await press(names.otherChoice)
  await listen()
  await focus(names.second)
  await person.type(answers.second)
  await listen()
  await press(names.submit)
}

async function screenReader(outer: Scenario): Promise<void> {
  const bus = await startAccessibilityBus(outer.env)
  const scenario = { ...outer, env: bus.env }
  try {
    await withPerson(scenario, (person) => answerByScreenReader(person, bus, scenario), {
      window: { flags: ACCESSIBILITY_FLAGS },
    })
  } finally {
    await bus.stop()
  }
}

/** Orca, without speech: it moves the focus, consumes some keys and passes the others on. */
async function orca(outer: Scenario): Promise<void> {
  const bus = await startAccessibilityBus({ ...outer.env, HOME: outer.profile })
  const scenario = { ...outer, env: bus.env }
  const reader = spawn(ORCA, ['--replace', '-d', 'speech', '-d', 'braille'], {
    env: bus.env,
    stdio: 'ignore',
  })
  const ended = once(reader, 'exit')
  try {
    await withPerson(scenario, (person) => answerByKeyboard(person, scenario), {
      window: { flags: ACCESSIBILITY_FLAGS },
    })
  } finally {
    reader.kill('SIGKILL')
    await ended
    await bus.stop()
  }
}

/** Characters typed with an on-screen keyboard that scans row by row. */
const SCANNED_CHARS = 30

/** The focus moves on at a fixed pace until the person presses the one switch, which selects. */
async function switchAccess(scenario: Scenario): Promise<void> {
  const { answers, random, targets } = scenario
  const scanMs = random.of([600, 800, 1000])
  const idOf = (selector: string) => selector.slice(1)
  await withPerson(scenario, async (person) => {
    const goTo = (id: string) => tabTo(person, scenario, [id], () => scanMs)
    await person.wait()
    await goTo(idOf(targets.first))
    for (const letter of answers.first.slice(0, SCANNED_CHARS)) {
      await person.pause(scanMs * random.whole(1, 4))
      await person.typeWord(letter)
    }
    await person.press('Tab')
    await goTo('way-walk')
    await person.press('space')
    await person.press('Tab')
    await goTo('plan-close')
    await person.press('space')
    await goTo(idOf(targets.submit))
    await person.press('space')
  })
}

export const stacks: readonly Stack[] = [
  {
    name: 'screen-reader',
    family: 'control',
    modes: ['headed'],
    what: 'a screen reader presses by accessibility action; answers are typed; no mouse at all',
    needs: ACCESSIBILITY_FILES,
    missing: missingAccessibility,
    run: screenReader,
  },
  {
    name: 'orca',
    family: 'control',
    modes: ['headed'],
    page: 'survey',
    times: 1,
    what: 'the screen reader Orca, without speech: Tab, Space, arrows and Enter; no mouse at all',
    needs: [...ACCESSIBILITY_FILES, ORCA],
    missing: missingAccessibility,
    run: orca,
  },
  {
    name: 'switch-access',
    family: 'control',
    modes: ['headed'],
    page: 'survey',
    times: 3,
    what: 'one switch: the focus moves on at a fixed pace, Space selects, letters come one by one',
    run: switchAccess,
  },
]
