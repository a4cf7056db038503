/**
 * Time from `npm start` in a built checkout to the first answer, compared with a Node program that only listens. Each
 * start of the service stands beside one of the program, because the speed of a shared machine varies.
 *
 *   node research/bench/start.ts [rounds, 7] [command, npm start]
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/setup/free_port.ts'
import { cpuMsOf, temporaryFolder } from './processes.ts'

const ROUNDS = Number(process.argv[2] ?? 7)
const COMMAND = process.argv[3] ?? 'npm start'
const ROOT = join(import.meta.dirname, '../..')
const POLL_MS = 5
const BARE = `node -e "require('http').createServer((q, s) => s.end()).listen(process.env.BYHAND_PORT, '127.0.0.1')"`

interface Started {
  readonly ms: number
  readonly cpuMs: number
}

async function start(command: string): Promise<Started> {
  const folder = await temporaryFolder()
  const port = await freePort()
  const began = performance.now()
  const child = spawn('sh', ['-c', command], {
    cwd: ROOT,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, BYHAND_DATA: folder.path, BYHAND_PORT: String(port) },
  })
  const isAnswered = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isAnswered())) {
    if (child.exitCode !== null) throw new Error(`${command} exited with ${child.exitCode}`)
    await wait(POLL_MS)
  }
  const ms = performance.now() - began
  const cpuMs = cpuMsOf(child.pid as number, true)
  const exited = new Promise((resolve) => child.on('exit', resolve))
  process.kill(-(child.pid as number), 'SIGTERM')
  await exited
  await folder.remove()
  return { ms, cpuMs }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
const rounds: { ours: Started; bare: Started }[] = []
// Fills caches of the disk and of compiled code.
await start(COMMAND)
for (let round = 1; round <= ROUNDS; round++) {
  const [bare, ours] = [await start(BARE), await start(COMMAND)]
  rounds.push({ bare, ours })
  console.log(
    `round ${round}: ${ours.ms.toFixed(0)} ms, CPU ${ours.cpuMs} ms; bare ${bare.ms.toFixed(0)} ms, CPU ${bare.cpuMs} ms`,
  )
}
console.log(
  JSON.stringify({
    bench: 'start',
    command: COMMAND,
    ms: Math.round(median(rounds.map(({ ours }) => ours.ms))),
    cpu_ms: median(rounds.map(({ ours }) => ours.cpuMs)),
    relative_to_bare: Number(median(rounds.map(({ ours, bare }) => ours.ms / bare.ms)).toFixed(1)),
  }),
)
