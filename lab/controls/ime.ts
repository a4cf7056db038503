/** Somebody who writes Chinese: letters go to an input method, which hands whole words to the page. */
import { join } from 'node:path'
import type { Person } from '../drivers/person.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { withPerson } from './plain.ts'

/** Words as they are spelt; the space after each takes the first proposal. */
const FIRST = [
  ['zuotian', 'wo', 'zuo', 'gonggongqiche', 'qu', 'shichang', 'che', 'wan', 'le', 'ershi', 'fenzhong'],
  ['women', 'zoulu', 'qu', 'xuexiao', 'tianqi', 'hen', 'hao', 'danshi', 'qiche', 'tai', 'kuai', 'le'],
  ['huochezhan', 'de', 'dianti', 'huai', 'le', 'wo', 'meiyou', 'dai', 'yusan', 'xiayu', 'hen', 'da'],
] as const
const SECOND = [
  ['qing', 'duo', 'zhong', 'yidian', 'shu'],
  ['wanshang', 'yao', 'you', 'gonggongqiche'],
] as const

/** A session bus, the input method's daemon with the Pinyin engine, then the browser. */
const THROUGH = ({ profile }: Scenario): string[] => [
  'dbus-run-session',
  '--',
  'sh',
  '-c',
  `ibus-daemon --daemonize --replace --panel=disable --address=unix:path=${join(profile, 'ibus')} && sleep 2 && ibus engine libpinyin; exec "$0" "$@"`,
]

async function write(person: Person, words: readonly string[], { chance }: Scenario): Promise<void> {
  for (const word of words) {
    await person.typeWord(word)
    await person.pause(chance.about(260, 0.5))
    await person.press('space')
    await person.pause(chance.about(220, 0.5))
  }
}

async function run(outer: Scenario): Promise<void> {
  const scenario: Scenario = {
    ...outer,
    env: {
      ...outer.env,
      HOME: outer.profile,
      GTK_IM_MODULE: 'ibus',
      XMODIFIERS: '@im=ibus',
      LANG: 'C.UTF-8',
    },
  }
  const { targets, chance, eyes, scrollPx } = scenario
  await withPerson(
    scenario,
    async (person) => {
      await person.arrive()
      await person.read(chance.between(1500, 3000))
      await person.click(targets.first)
      await write(person, chance.of(FIRST), scenario)
      await eyes.until('Chinese words', ({ lengths }) => (lengths.q1 ?? 0) > 10 && (lengths.q1 ?? 0) < 40)
      await person.click(targets.choice)
      await person.scroll(scrollPx)
      await person.click(targets.otherChoice)
      await person.click(targets.second)
      await write(person, chance.of(SECOND), scenario)
      await person.click(targets.submit)
    },
    { window: { through: THROUGH(scenario), flags: ['--gtk-version=3'] } },
  )
}

export const stacks: readonly Stack[] = [
  {
    name: 'ime',
    family: 'control',
    modes: ['headed'],
    what: 'writes Chinese with a Pinyin input method',
    needs: ['/usr/bin/ibus-daemon', '/usr/bin/dbus-run-session', '/usr/libexec/ibus-engine-libpinyin'],
    run,
  },
]
