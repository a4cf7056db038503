/** Refuses wrong options: in JavaScript, a typing error would otherwise let everybody pass. */
import type { HumanOptions } from './decision.ts'

type Rule = readonly [isValid: (value: unknown) => boolean, expected: string]

const OUTCOMES: readonly unknown[] = ['allow', 'review', 'block', undefined]
const OUTCOME: Rule = [(outcome) => OUTCOMES.includes(outcome), 'allow, review or block']

const RULES: Readonly<Record<keyof HumanOptions, Rule>> = {
  client: [
    (client) => typeof (client as { verifyResult?: unknown } | undefined)?.verifyResult === 'function',
    'the result of openClient()',
  ],
  siteKey: [isSiteKey, 'a site key, bh_pk_…'],
  maxScore: [(score) => score === undefined || Number.isFinite(score), 'a number'],
  hostnames: [(hosts) => hosts === undefined || Array.isArray(hosts), 'a list of hosts'],
  onInvalid: OUTCOME,
  onMissing: OUTCOME,
  onStepUp: OUTCOME,
  failOpen: [(isOpen) => isOpen === undefined || typeof isOpen === 'boolean', 'true or false'],
  log: [(log) => log === undefined || typeof log === 'function', 'a function'],
  field: [
    (name) => name === undefined || (typeof name === 'string' && name !== ''),
    'the name of a form field',
  ],
  origin: [
    (url) => url === undefined || (typeof url === 'string' && /^https?:\/\//.test(url)),
    'a URL such as https://shop.example.org',
  ],
}

export function isSiteKey(key: unknown): key is string {
  return typeof key === 'string' && key.startsWith('bh_pk_')
}

export function checkOptions(options: HumanOptions): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(RULES, name)) throw new TypeError(`there is no option ${name}`)
  }
  for (const [name, [isValid, expected]] of Object.entries(RULES)) {
    if (!isValid(options[name as keyof HumanOptions])) throw new TypeError(`${name} must be ${expected}`)
  }
}
