/** Refuses wrong options when the middleware is made: in JavaScript, a typing error would otherwise let everybody pass. */
import type { HumanOptions } from './decision.ts'

const OUTCOMES: readonly unknown[] = ['allow', 'review', 'block', undefined]

const KNOWN: Readonly<Record<keyof HumanOptions, (value: unknown) => boolean>> = {
  client: (client) => typeof (client as { verifyResult?: unknown } | undefined)?.verifyResult === 'function',
  siteKey: (key) => isSiteKey(key),
  maxScore: (score) => score === undefined || (typeof score === 'number' && score >= 0 && score <= 100),
  hostnames: (hosts) => hosts === undefined || Array.isArray(hosts),
  onInvalid: (outcome) => OUTCOMES.includes(outcome),
  onMissing: (outcome) => OUTCOMES.includes(outcome),
  onUnknown: (outcome) => OUTCOMES.includes(outcome),
  failOpen: (isOpen) => isOpen === undefined || typeof isOpen === 'boolean',
  log: (log) => log === undefined || typeof log === 'function',
  field: (name) => name === undefined || (typeof name === 'string' && name !== ''),
  origin: (url) => url === undefined || (typeof url === 'string' && /^https?:\/\//.test(url)),
}

const EXPECTED: Readonly<Record<keyof HumanOptions, string>> = {
  client: 'the result of openClient()',
  siteKey: 'a site key, bh_pk_…',
  maxScore: 'a number from 0 to 100',
  hostnames: 'a list of hosts',
  onInvalid: 'allow, review or block',
  onMissing: 'allow, review or block',
  onUnknown: 'allow, review or block',
  failOpen: 'true or false',
  log: 'a function',
  field: 'the name of a form field',
  origin: 'a URL such as https://shop.example.org',
}

export function isSiteKey(key: unknown): key is string {
  return typeof key === 'string' && key.startsWith('bh_pk_')
}

export function checkOptions(options: HumanOptions): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(KNOWN, name)) throw new TypeError(`requireHuman has no option ${name}`)
  }
  for (const name of Object.keys(KNOWN) as (keyof HumanOptions)[]) {
    if (!KNOWN[name](options[name])) throw new TypeError(`${name} must be ${EXPECTED[name]}`)
  }
}
