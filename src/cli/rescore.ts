/** `byhand rescore`: rebuilds stored reports that are outdated for this version or the settings. */
import { Command } from 'commander'
import type { RescoreProgress } from '../server/scoring/rescore.ts'
import type { Store } from '../store/store.ts'
import { withWritableStore } from './open.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { withScoring } from './with_scoring.ts'

const BAR_CHARS = 30
const DRAW_EVERY_MS = 100

export function rescoreCommand(terminal: Terminal): Command {
  return new Command('rescore')
    .description('rebuild outdated reports; safe to interrupt and rerun, even while the service is running')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const done = await withWritableStore((store) => rescore(store, terminal))
      if (json) terminal.out(JSON.stringify(done))
      else terminal.out(`${done.seen} sessions, ${done.renewed} reports rebuilt, ${done.failed} failed.`)
      if (done.failed > 0)
        throw new CommandError(`${done.failed} sessions could not be scored. See the log messages above.`)
    })
}

const rescore = (store: Store, terminal: Terminal): Promise<RescoreProgress> =>
  withScoring(store, terminal, async (scoring) => {
    const done = await scoring.rescore(progressBar(terminal))
    if (terminal.isScreen) terminal.note(`\r${bar(done)}\n`)
    return done
  })

function progressBar(terminal: Terminal): (progress: RescoreProgress) => void {
  if (!terminal.isScreen) return () => {}
  let drawnAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    if (performance.now() - drawnAt < DRAW_EVERY_MS) return
    drawnAt = performance.now()
    terminal.note(`\r${bar(progress)}`)
  }
}

export function bar({ seen, total }: RescoreProgress): string {
  const share = total === 0 ? 1 : seen / total
  const filled = Math.round(share * BAR_CHARS)
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_CHARS - filled)}] ${Math.floor(share * 100)}% ${seen}/${total}`
}
