/** Runs stacks one after another, with a new profile, screen and workspace for each run. */
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDisplay } from '../../test/setup/display.ts'
import { answersFor } from './answers.ts'
import { browserVersion, CHROMIUM_FLAGS, GL_FLAGS } from './browsers.ts'
import { createRandom } from './drivers/random.ts'
import { bundleOtherDetectors } from './pages/bundle.ts'
import { type OtherVerdicts, type PageServer, startPageServer } from './pages/page_server.ts'
import { PAGES, type PageName } from './pages/pages.ts'
import { endProcessesOf } from './processes.ts'
import { type KeptRecording, type Recording, readRecordings, writeRecording } from './recordings.ts'
import { type Kind, type Mode, RUN_TIMEOUT_MS, type Scenario, type Stack } from './scenario.ts'
import { type LabService, startLabService } from './service.ts'

const USUAL_TIMES = { bot: 3, control: 5 } as const
const LAST_BATCH_MS = 20_000
const SCROLL_PX = 1500

export interface DriveOptions {
  isWanted(run: { stack: string; family: string; mode: Mode; kind: Kind }): boolean
  readonly times: number | undefined
  /** Limits each stack to this run. */
  readonly number: number | undefined
  readonly onlyMissing: boolean
  readonly keep: boolean
  log(line: string): void
}

interface Run {
  readonly stack: Stack
  readonly mode: Mode
  readonly kind: Kind
  readonly number: number
  readonly name: string
  readonly page: PageName
}

export async function driveAll(
  options: DriveOptions,
): Promise<{ recordings: KeptRecording[]; failures: string[] }> {
  const runs = await plan(options)
  const service = await startLabService()
  const pages = await startPageServer(await bundleOtherDetectors())
  const recordings: KeptRecording[] = []
  const failures: string[] = []
  try {
    for (const run of runs) {
      const startedAt = Date.now()
      try {
        const { recording, score } = await drive(run, service, pages)
        const bytes = options.keep ? writeRecording(run.name, recording) : 0
        recordings.push({ name: run.name, ...recording })
        const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
        options.log(`${run.name}: ${score} (${seconds} s, ${bytes} bytes)`)
      } catch (error) {
        failures.push(`${run.name}: ${(error as Error).message}`)
        options.log(`${run.name} FAILED: ${(error as Error).stack}`)
      }
    }
  } finally {
    await pages.close()
    await service.close()
  }
  return { recordings, failures }
}

async function plan({ isWanted, times, number: only, onlyMissing, log }: DriveOptions): Promise<Run[]> {
  const kept = new Set(onlyMissing ? readRecordings().map(({ name }) => name) : [])
  const runs: Run[] = []
  for (const [kind, folder] of [
    ['control', 'controls'],
    ['bot', 'stacks'],
  ] as const) {
    for (const file of globSync(`${folder}/*.ts`, { cwd: import.meta.dirname }).sort()) {
      const { stacks } = (await import(`./${file}`)) as { stacks: readonly Stack[] }
      for (const stack of stacks) {
        const modes = stack.modes.filter((mode) =>
          isWanted({ stack: stack.name, family: stack.family, mode, kind }),
        )
        const missing = modes.length > 0 ? missingFor(stack) : []
        if (missing.length > 0) {
          log(`${stack.name} is skipped, because it needs ${missing.join(', ')}`)
          continue
        }
        for (const mode of modes) {
          const count = times ?? stack.times ?? USUAL_TIMES[kind]
          for (let number = 1; number <= count; number++) {
            const name = `${stack.name}-${mode}-${number}`
            // Every third run uses the demo, so that results do not depend on the page.
            const page = stack.page ?? (number % 3 === 0 ? 'demo' : 'survey')
            if (!kept.has(name) && (only ?? number) === number)
              runs.push({ stack, mode, kind, number, name, page })
          }
        }
      }
    }
  }
  return runs
}

const missingFor = (stack: Stack): string[] =>
  [...(stack.needs?.filter((path) => !existsSync(path)) ?? []), stack.missing?.()].filter(
    (need) => need !== undefined,
  )

async function drive(
  { stack, mode, kind, number, name, page }: Run,
  service: LabService,
  pages: PageServer,
): Promise<{ recording: Recording; score: number }> {
  const run = await service.newRun()
  const { layout, sent, verdicts } = pages.serve(
    `<script src="${service.address}/byhand.js" data-site-key="${run.siteKey}" async></script>`,
    answersFor(number).first,
  )
  const profile = await mkdtemp(join(tmpdir(), 'byhand-lab-profile-'))
  const display = mode === 'headed' ? await startDisplay({ windowManager: true }) : undefined
  // Every other run has WebGL and another time zone, so that results depend on neither.
  const isOther = number % 2 === 0
  let otherResults: OtherVerdicts | undefined
  const scenario: Scenario = {
    url: pages.origin + PAGES[page].path,
    ...PAGES[page],
    answers: answersFor(number),
    scrollPx: SCROLL_PX,
    mode,
    profile,
    env: {
      ...(process.env as Record<string, string>),
      ...(display && { DISPLAY: display.name }),
      ...(isOther && { TZ: 'America/New_York' }),
    },
    flags: [...CHROMIUM_FLAGS, ...(isOther && mode === 'headed' ? GL_FLAGS : [])],
    random: createRandom(name),
    layout,
    sent: () => sent,
    async finished() {
      await within(sent, LAST_BATCH_MS, 'the form was not submitted')
      await run.lastBatch(LAST_BATCH_MS)
      otherResults = await within(verdicts, LAST_BATCH_MS, 'the other detectors did not report')
    },
  }
  try {
    await within(stack.run(scenario), stack.timeoutMs ?? RUN_TIMEOUT_MS, 'the stack did not finish')
    if (!otherResults) throw new Error('the stack did not wait for its session to be stored')
    const { batches, report } = await run.result()
    const { botd, fpscanner, userAgent } = otherResults as OtherVerdicts
    const recording: Recording = {
      stack: stack.name,
      family: stack.family,
      mode,
      kind,
      page,
      browser: browserVersion(userAgent),
      date: new Date().toISOString().slice(0, 10),
      load: Math.round((loadavg()[0] as number) * 10) / 10,
      verdicts: { botd, fpscanner },
      batches,
    }
    return { recording, score: report.risk_score }
  } finally {
    endProcessesOf(profile)
    display?.stop()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function within<Value>(promise: Promise<Value>, ms: number, otherwise: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
