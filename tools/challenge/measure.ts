/**
 * Records the responses of the installed browsers to the fixed seeds of the challenge and writes the digests to
 * `src/server/collect/challenge/expected_values.json`. Values of other classes and processors stay unchanged.
 * `node tools/challenge/measure.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { claimedClass } from '../../src/server/collect/challenge/claimed_class.ts'
import { parseAnswer } from '../../src/server/collect/challenge/evaluate.ts'
import { digestEntry, VALUE_PARTS } from '../../src/server/collect/challenge/expected_values.ts'
import { FIXED_SEEDS } from '../../src/server/collect/challenge/seeds.ts'
import { launchChromium, launchFirefox } from '../../test/setup/browser.ts'
import { bundle } from '../build_browser.ts'

const FILE = join(import.meta.dirname, '../../src/server/collect/challenge/expected_values.json')

/** Seeds per call, so that no call takes long. */
const CHUNK = 128
const TRIES = 3

type Answers = (string | number)[][]

interface MeasuredPage {
  readonly userAgent: string
  answers(from: number, to: number): Promise<Answers>
}

/**
 * The browser must give the same answers twice. In one of 16,667 milliseconds, Firefox looks as if it resisted
 * fingerprinting.
 */
async function steadyAnswers(answers: MeasuredPage['answers'], from: number, to: number): Promise<Answers> {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = await answers(from, to)
    if (JSON.stringify(first) === JSON.stringify(await answers(from, to))) return first
  }
  throw new Error(`the answers to seeds ${from} to ${to} are not stable`)
}

/** The digests of a class, by its name. */
async function measure({ userAgent, answers }: MeasuredPage): Promise<[name: string, digests: string]> {
  const claimed = claimedClass(userAgent, Date.now())
  if (claimed === undefined) throw new Error(`no known engine: ${userAgent}`)
  const entries: Buffer[] = []
  for (let from = 0; from < FIXED_SEEDS; from += CHUNK) {
    for (const [index, results] of (await steadyAnswers(answers, from, from + CHUNK)).entries()) {
      const seed = `f${from + index}`
      const { values } = parseAnswer({ seed: `${seed} ${seed}`, results })
      for (const part of VALUE_PARTS) {
        if (values[part] === undefined) throw new Error(`${claimed.name} has no ${part}: ${results}`)
      }
      entries.push(digestEntry(seed, values as Record<(typeof VALUE_PARTS)[number], string>))
    }
  }
  return [claimed.name, Buffer.concat(entries).toString('base64')]
}

async function serve(): Promise<Server> {
  const code = await bundle({ entry: 'tools/challenge/page.ts', format: 'iife' })
  const html = `<!doctype html><title>Challenge</title><script>${code}</script>`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function measureChromium(url: string): Promise<[string, string]> {
  const { context, close } = await launchChromium()
  try {
    const page = await context.newPage()
    await page.goto(url)
    return await measure({
      userAgent: await page.evaluate(() => navigator.userAgent),
      answers: (from, to) => page.evaluate(([a, b]) => window.answerSeeds(a, b), [from, to] as const),
    })
  } finally {
    await close()
  }
}

async function measureFirefox(url: string): Promise<[string, string]> {
  const { browser, close } = await launchFirefox()
  try {
    const page = await browser.newPage()
    await page.goto(url)
    return await measure({
      userAgent: await page.evaluate(() => navigator.userAgent),
      answers: (from, to) => page.evaluate((a, b) => window.answerSeeds(a, b), from, to),
    })
  } finally {
    await close()
  }
}

const server = await serve()
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const { classes } = JSON.parse(readFileSync(FILE, 'utf8')) as {
  classes: Record<string, Record<string, string>>
}
for (const measureBrowser of [measureChromium, measureFirefox]) {
  const [name, digests] = await measureBrowser(url)
  classes[name] = { ...classes[name], [process.arch]: digests }
  console.log(`${name}: ${FIXED_SEEDS} seeds`)
}
server.close()
const what = 'Digests of the answers to the fixed seeds of the challenge, made by tools/challenge/measure.ts.'
writeFileSync(FILE, `${JSON.stringify({ what, classes }, null, 2)}\n`)
