/** Quality figures: recommended actions against labels, and coverage of checks, browsers and pages. */
import { setImmediate } from 'node:timers/promises'
import { bandOf } from '../../contract/action_bands.ts'
import type { Quality, Share } from '../../contract/dashboard/quality.ts'
import type { FactCursor, FactStore, ListedSession } from '../../store/facts.ts'
import { CHECKS_BY_BIT, hasCheck } from '../scoring/session_facts.ts'

const MAX_LABELS = 20_000
const NEWEST = 5_000
const STEP = 2_000
const SHOWN = 30

type Scored = ListedSession & { readonly facts: NonNullable<ListedSession['facts']> }
const isScored = (session: ListedSession): session is Scored => session.facts !== null

export async function qualityOf(facts: FactStore, workspace: string): Promise<Quality> {
  const labeled = (await facts.labeled(workspace, MAX_LABELS)).filter(isScored)
  const newest = (await newestOf(facts, workspace)).filter(isScored)
  const people = labeled.filter(({ label }) => label?.label === 'person')
  const bots = labeled.filter(({ label }) => label?.label === 'bot')
  const flagged = labeled.filter(isFlagged)
  return {
    computed_on: newest.length,
    labels: {
      people: people.length,
      bots: bots.length,
      precision: share(flagged, ({ label }) => label?.label === 'bot'),
      recall: share(bots, isFlagged),
      false_positive_rate: share(people, isFlagged),
      unknown: share(labeled, isUnknown),
    },
    checks: CHECKS_BY_BIT.map((check) => {
      const isDetected = ({ facts: { detected } }: Scored) => hasCheck(detected, check)
      return {
        check,
        unknown: share(newest, ({ facts: { unknown } }) => hasCheck(unknown, check)),
        detected: share(newest, isDetected),
        detected_among_bots: share(bots, isDetected),
        detected_among_people: share(people, isDetected),
      }
    }),
    coverage: {
      browsers: countByKey(newest, ({ facts: { browser } }) => [browser ?? 'Unknown browser']).map(
        ({ key, ...rest }) => ({
          name: key,
          ...rest,
        }),
      ),
      pages: countByKey(newest, ({ facts: { routes } }) => routes).map(({ key, ...rest }) => ({
        path: key,
        ...rest,
      })),
    },
  }
}

const isFlagged = ({ facts: { action } }: Scored) => ['review', 'reject'].includes(bandOf(action))
const isUnknown = ({ facts: { action } }: Scored) => bandOf(action) === 'unknown'

async function newestOf(facts: FactStore, workspace: string): Promise<ListedSession[]> {
  const found: ListedSession[] = []
  for (let after: FactCursor | undefined; found.length < NEWEST; ) {
    const place = after && { after }
    const page = await facts.list({
      workspace,
      filter: {},
      order: 'newest',
      limit: STEP,
      ...place,
    })
    found.push(...page.rows)
    if (page.end === null) break
    after = page.end
    await setImmediate()
  }
  return found.slice(0, NEWEST)
}

/** Most frequent first. */
function countByKey(sessions: readonly Scored[], keysOf: (session: Scored) => readonly string[]) {
  const counts = new Map<string, { sessions: number; unknown: number }>()
  for (const session of sessions) {
    for (const key of keysOf(session)) {
      const count = counts.get(key) ?? { sessions: 0, unknown: 0 }
      counts.set(key, count)
      count.sessions++
      if (isUnknown(session)) count.unknown++
    }
  }
  return [...counts]
    .map(([key, count]) => ({ key, ...count }))
    .sort((a, b) => b.sessions - a.sessions || (a.key < b.key ? -1 : 1))
    .slice(0, SHOWN)
}

function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): Share {
  return wilson(items.filter(holds).length, items.length)
}

/** 95%, two-sided. */
const Z = 1.959964

export function wilson(count: number, of: number): Share {
  if (of === 0) return { of, count, share: null, low: null, high: null }
  const p = count / of
  const center = p + Z ** 2 / (2 * of)
  const spread = Z * Math.sqrt((p * (1 - p)) / of + Z ** 2 / (4 * of ** 2))
  const scale = 1 + Z ** 2 / of
  return {
    of,
    count,
    share: p,
    low: Math.max(0, (center - spread) / scale),
    high: Math.min(1, (center + spread) / scale),
  }
}
