/** A person who writes Chinese through an input method, which inserts whole words. */
import { join } from 'node:path'
import type { Person } from '../drivers/person.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { withPerson } from './plain.ts'

/** Words in Pinyin; the space after each one accepts the first candidate. */
const FIRST = [
  ['zuotian', 'wo', 'zuo', 'gonggongqiche', 'qu', 'shichang', 'che', 'wan', 'le', 'ershi', 'fenzhong'],
  ['women', 'zoulu', 'qu', 'xuexiao', 'tianqi', 'hen', 'hao', 'danshi', 'qiche', 'tai', 'kuai', 'le'],
  ['huochezhan', 'de', 'dianti', 'huai', 'le', 'wo', 'meiyou', 'dai', 'yusan', 'xiayu', 'hen', 'da'],
] as const
const SECOND = [
  ['qing', 'duo', 'zhong', 'yidian', 'shu'],
  ['wanshang', 'yao', 'you', 'gonggongqiche'],
] as const

/** Starts a session bus, the input method daemon with the Pinyin engine, then the browser. */
const THROUGH = ({ profile }: Scenario): string[] => [
  'dbus-run-session',
  '--',
  'sh',
  '-c',
  `ibus-daemon --daemonize --replace --panel=disable --address=unix:path=${join(profile, 'ibus')} && sleep 2 && ibus engine libpinyin; exec "$0" "$@"`,
]

async function write(person: Person, words: readonly string[], { random }: Scenario): Promise<void> {
  for (const word of words) {
    await person.typeWord(word)
    await person.pause(random.about(260, 0.5))
    await person.press('space')
    await person.pause(random.about(220, 0.5))
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
  const { targets, random, layout, scrollPx } = scenario
  await withPerson(
    scenario,
    async (person) => {
      await person.arrive()
      await person.read(random.between(1500, 3000))
      await person.click(targets.first)
      await write(person, random.of(FIRST), scenario)
      await layout.until('Chinese words', ({ lengths }) => (lengths.q1 ?? 0) > 10 && (lengths.q1 ?? 0) < 40)
      await person.click(targets.choice)
      await person.scroll(scrollPx)
      await person.click(targets.otherChoice)
      await person.click(targets.second)
      await write(person, random.of(SECOND), scenario)
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
