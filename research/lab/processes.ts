/** Kills leftover processes whose command line contains this run's profile folder. */
import { readdirSync, readFileSync } from 'node:fs'

export function endProcessesOf(profile: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // The process has already exited.
    }
  }
}
