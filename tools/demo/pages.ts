/**
 * The site of the demo workspace. The lab recorded all visits on one survey page; here each gets one of five pages, with
 * fields of that page. Only names change: times, movement and keys stay as recorded.
 */
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import { defined } from '../../src/contract/defined.ts'
import type { NetworkProperties } from '../../src/contract/network.ts'

interface DemoPage {
  readonly path: string
  /** New labels of the page that was recorded. Other labels stay. */
  readonly labels: Readonly<Record<string, string>>
}

const SURVEY_PAGE: DemoPage = {
  path: '/survey',
  labels: { q1: 'Your last trip through town', q2: 'What to change first' },
}

const PAGES = {
  home: {
    path: '/',
    labels: {
      q1: 'Ask us anything',
      q2: 'Your email',
      'By bicycle': 'For my team',
      'Close half of it': 'Send me news',
      'Send my answers': 'Ask',
      survey: 'question',
    },
  },
  pricing: {
    path: '/pricing',
    labels: {
      q1: 'What do you need?',
      q2: 'Company',
      'By bicycle': 'Yearly',
      'Close half of it': '10 to 50 people',
      'Send my answers': 'Get a quote',
      survey: 'quote',
    },
  },
  signup: {
    path: '/signup',
    labels: {
      q1: 'About you',
      q2: 'User name',
      'By bicycle': 'Personal',
      'Close half of it': 'I agree to the terms',
      'Send my answers': 'Create account',
      survey: 'signup',
    },
  },
  checkout: {
    path: '/checkout',
    labels: {
      q1: 'Delivery notes',
      q2: 'Voucher',
      'By bicycle': 'Express delivery',
      'Close half of it': 'Pay by card',
      'Send my answers': 'Place order',
      survey: 'checkout',
    },
  },
  survey: SURVEY_PAGE,
} as const satisfies Record<string, DemoPage>

/** Bots go where there is something to gain. */
const VISITED: Readonly<Record<'bot' | 'control', readonly (keyof typeof PAGES)[]>> = {
  control: ['home', 'pricing', 'checkout', 'home', 'signup', 'home', 'pricing', 'survey', 'checkout', 'home'],
  bot: [
    'signup',
    'survey',
    'checkout',
    'signup',
    'home',
    'survey',
    'signup',
    'checkout',
    'pricing',
    'survey',
  ],
}

/** Operators with numbers that are reserved for examples. */
const HOME_NETWORK = { asn: 64_496, operator: 'Example Broadband', hosting: false, vpn: false, tor: false }
const DATA_CENTER = { asn: 64_500, operator: 'Example Hosting', hosting: true, vpn: false, tor: false }

const COUNTRIES: Readonly<Record<'bot' | 'control', readonly string[]>> = {
  control: ['DE', 'US', 'NL', 'GB', 'DE', 'FR', 'US', 'ES', 'PL', 'SE', 'US', 'CA'],
  bot: ['US', 'NL', 'SG', 'US', 'BR', 'DE', 'VN'],
}

/** Sites that led to the visits; undefined: none. Most bots come from the forum. */
const REFERRERS: Readonly<Record<'bot' | 'control', readonly (string | undefined)[]>> = {
  control: [
    'search.example',
    undefined,
    'newsletter.example',
    'search.example',
    undefined,
    'search.example',
    'forum.example',
  ],
  bot: [
    'forum.example',
    'forum.example',
    undefined,
    'forum.example',
    'search.example',
    'forum.example',
    undefined,
    'forum.example',
    'newsletter.example',
  ],
}

const inTurn = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item

/** `index`: the place of the visit among those of its kind. */
export function placedOnSite(
  batches: readonly RecordedBatch[],
  kind: 'bot' | 'control',
  index: number,
): RecordedBatch[] {
  const page: DemoPage = PAGES[inTurn(VISITED[kind], index)]
  const isHosted = kind === 'bot' && index % 3 !== 0
  const network: NetworkProperties = {
    country: inTurn(COUNTRIES[kind], index),
    ...(isHosted ? DATA_CENTER : HOME_NETWORK),
  }
  const referrer = inTurn(REFERRERS[kind], index)
  return batches.map(({ batch: { edits, device, ...batch }, receipt }) => ({
    batch: {
      ...batch,
      ...defined({
        device: device?.map(({ at, signals }) => ({ at, signals: { ...signals, ...defined({ referrer }) } })),
      }),
      names: batch.names.map(([role, label]) => {
        if (role === 'path') return [role, page.path]
        // Text is recorded in fields of surveys only.
        return [role === 'question' && page !== SURVEY_PAGE ? 'text' : role, page.labels[label] ?? label]
      }),
      ...(page === SURVEY_PAGE && edits !== undefined && { edits }),
    },
    receipt: { ...receipt, network },
  }))
}
