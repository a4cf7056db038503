/**
 * Public site keys for browser tests: every visitor of such a page is a person, or a bot. They belong to no workspace,
 * and the service records nothing. The session is one of test mode, which only test keys can read.
 */
export const TEST_SITES: Readonly<Record<string, string | undefined>> = {
  bh_pk_test_always_pass: 'test.auto_accept',
  bh_pk_test_always_fail: 'test.auto_reject',
}

/** What a page may send as the ID of its session: 132 random bits, or a session of the keys above. */
export const SESSION_ID = '^([A-Za-z0-9_-]{22}|test\\.auto_(accept|reject))$'
