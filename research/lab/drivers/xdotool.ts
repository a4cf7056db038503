/** Sends input through the X server, without a debugging protocol, an extension or code inside the browser. */
import { spawn } from 'node:child_process'

export interface Xdotool {
  /** Runs lines of xdotool commands and waits until the last one is done. */
  run(lines: readonly string[]): Promise<void>
  close(): void
}

/** One process for all lines, because starting a process for each line would add milliseconds. */
export const openXdotool = (env: Readonly<Record<string, string>>): Xdotool =>
  openInput('/usr/bin/xdotool', ['-'], env)

/** A program that reads the commands of xdotool. */
export function openInput(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Xdotool {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const waiting: { resolve(): void; reject(error: Error): void }[] = []
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => {
    for (const _ of `${chunk}`.match(/\n/g) ?? []) waiting.shift()?.resolve()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk
  })
  child.once('exit', () => {
    for (const { reject } of waiting) reject(new Error(`${program} ended: ${complaint}`))
  })
  return {
    run: (lines) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        // xdotool prints the position after it has executed all earlier lines.
        child.stdin.write(`${[...lines, 'getmouselocation'].join('\n')}\n`)
      }),
    close: () => child.kill(),
  }
}

/** A command with its time. */
export interface Moment {
  readonly atMs: number
  readonly line: string
}

/** Commands in order, with the pauses between them. */
export function inTime(moments: readonly Moment[]): string[] {
  const lines: string[] = []
  let nowMs = 0
  for (const { atMs, line } of [...moments].sort((a, b) => a.atMs - b.atMs)) {
    if (atMs - nowMs > 0.5) {
      lines.push(`sleep ${((atMs - nowMs) / 1000).toFixed(4)}`)
      nowMs = atMs
    }
    lines.push(line)
  }
  return lines
}
