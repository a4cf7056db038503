/** The functions of a store that only read. Every other one writes: a command calls it through an operation. */
import type { Store } from './store.ts'

export const READS = {
  sessions: [
    'find',
    'batches',
    'hasTab',
    'byUser',
    'byTag',
    'recent',
    'sharing',
    'unscored',
    'page',
    'count',
  ],
  // A secret that does not exist yet is created when it is first needed; nobody decides on it.
  keys: ['workspace', 'workspaces', 'findByHash', 'list', 'secret'],
  surveys: [
    'neighbors',
    'copies',
    'indexed',
    'nextGroup',
    'revision',
    'find',
    'byId',
    'history',
    'latest',
    'otherOnDevice',
    'questionStats',
    'deviceSession',
    'surveys',
    'summary',
    'numbered',
    'participants',
    'verdictCounts',
    'clusters',
    'clusterMembers',
    'surveysOf',
    'participantsLike',
    'total',
    'analyzedBefore',
  ],
  analyzeAgain: ['reviewEffort', 'progress'],
  references: ['list'],
  accounts: ['findLink', 'memberByEmail', 'member', 'roles', 'findLogin', 'membersOf', 'invitations', 'totp'],
  facts: [
    'list',
    'count',
    'counted',
    'changed',
    'saved',
    'total',
    'one',
    'startingWith',
    'byId',
    'label',
    'labels',
    'labeled',
  ],
  audit: ['list', 'about'],
  webhooks: ['find', 'list', 'all', 'delivery', 'deliveries', 'dueWebhooks', 'about'],
  uploads: ['find', 'list', 'input', 'result', 'unfinished'],
  challenges: ['countVotes', 'votesOf', 'networkClasses'],
  usedResults: ['ofSession'],
  stepUps: ['find'],
  clock: ['read'],
  queuedErasures: ['list'],
} as const satisfies { readonly [Name in keyof Store]?: readonly (keyof Store[Name])[] }

type Reads = typeof READS

/** What a command may use of a store. */
export type ReadableStore = {
  readonly [Name in keyof Reads]: Pick<Store[Name], Reads[Name][number] & keyof Store[Name]>
} & Pick<Store, 'ping' | 'backup' | 'workers'>
