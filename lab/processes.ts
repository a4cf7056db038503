/** Ends what a stack left running: processes whose command line names this run's own profile, and no others. */
import { readdirSync, readFileSync } from 'node:fs'

export function endProcessesOf(profile: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
}
