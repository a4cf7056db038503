/** The site keys for browser tests, which no store has. */
import { TEST_SITES } from '../../contract/test_sites.ts'
import type { KeyRow } from '../../store/keys.ts'
import { hashKey } from './keys.ts'

/** In place of a workspace. It is none, so nothing can be stored for it or read from it. */
export const TEST_SITES_OWNER = 'test'

const ROWS: ReadonlyMap<string, KeyRow> = new Map(
  Object.entries(TEST_SITES).map(([key, sessionId = '']) => [
    key,
    {
      id: sessionId,
      workspace: TEST_SITES_OWNER,
      kind: 'site',
      name: sessionId,
      hash: hashKey(key),
      prefix: key,
      last4: key.slice(-4),
      scopes: [],
      origins: [],
      createdAt: 0,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    },
  ]),
)

export const findTestSite = (key: string): KeyRow | undefined => ROWS.get(key)

export const isTestSession = (sessionId: string): boolean => Object.values(TEST_SITES).includes(sessionId)

/** The only session of a site for browser tests; undefined for every other site. */
export const testSessionOf = ({ workspace, id }: Pick<KeyRow, 'workspace' | 'id'>): string | undefined =>
  workspace === TEST_SITES_OWNER ? id : undefined
