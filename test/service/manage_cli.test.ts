/** The management commands, run in this process on a store without a running service. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { openStore } from '../../src/store/open.ts'
import { type FilledWorkspace, setUpWorkspace } from './attack_workspace.ts'
import { startReceiver } from './webhook_receiver.ts'

let folder: string
let mine: FilledWorkspace
let theirs: FilledWorkspace
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-manage-'))
  vi.stubEnv('BYHAND_DATA', folder)
  vi.stubEnv('BYHAND_WEBHOOK_PRIVATE_TARGETS', 'yes')
  const store = await openStore('sqlite', folder)
  mine = await setUpWorkspace(store)
  theirs = await setUpWorkspace(store)
  await store.close()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function byhand(...words: string[]) {
  let [out, note] = ['', '']
  const terminal = {
    out: (text: string) => {
      out += `${text}\n`
    },
    write: async (bytes: Uint8Array) => {
      out += Buffer.from(bytes).toString('utf8')
    },
    note: (text: string) => {
      note += text
    },
    isScreen: false,
  }
  const code = await runProgram(words, terminal)
  return { code, out, note }
}
/** The printed JSON of a command on my workspace. */
async function json(...words: string[]) {
  const { code, out, note } = await byhand(...words, '--workspace', mine.workspace, '--json')
  expect([code, note]).toEqual([0, ''])
  return JSON.parse(out)
}
/** The message of a command that fails. */
async function failure(...words: string[]): Promise<string> {
  const { code, note } = await byhand(...words, '--workspace', mine.workspace)
  expect(code).toBe(1)
  expect(note).toMatch(/^byhand: [^\n]+[.]\n$/)
  return note
}

describe('byhand sessions', () => {
  it('lists, labels and exports the sessions of one workspace', async () => {
    const listed = await json('sessions', 'list', '--tag', mine.tag)
    expect(listed.items).toMatchObject([{ session_id: mine.session, label: null }])
    const labeled = await json('sessions', 'label', mine.session, 'bot', '--note', 'by hand')
    expect(labeled).toMatchObject({ label: { label: 'bot', by: 'command line', note: 'by hand' } })
    const text = await byhand('sessions', 'list', '--workspace', mine.workspace, '--label', 'bot')
    expect(text.out).toContain(mine.session)
    const file = join(folder, 'sessions.csv')
    await json('sessions', 'export', '--format', 'csv', '--out', file)
    expect(await readFile(file, 'utf8')).toContain(`${mine.session},`)
    expect(await readFile(file, 'utf8')).not.toContain(theirs.session)
    const events = join(folder, 'events.ndjson')
    await json('sessions', 'export', '--events', '--out', events)
    expect(await readFile(events, 'utf8')).toContain(mine.mark)
  })

  it('rejects a note that the API would reject', async () => {
    const { code, note } = await byhand('sessions', 'label', mine.session, 'bot', '--note', 'x'.repeat(1_001))
    expect(code).toBe(2)
    expect(note).toContain('at most 1000 characters; this one has 1001')
  })

  it('accepts an ID that begins with a hyphen after "--", and says so', async () => {
    const id = '-aaaaaaaaaaaaaaaaaaaaa'
    const { code, note } = await byhand('sessions', 'label', id, 'bot')
    expect([code, note]).toEqual([2, expect.stringContaining('If this is an ID')])
    const after = await byhand('sessions', 'label', '--workspace', mine.workspace, '--', id, 'bot')
    expect([after.code, after.note]).toEqual([1, expect.stringContaining('no session')])
  })

  it('fails with one sentence and writes no file', async () => {
    const above = await byhand('sessions', 'list', '--min-score', '101')
    expect([above.code, above.note]).toEqual([2, expect.stringContaining('--min-score')])
    expect(await failure('sessions', 'label', theirs.session, 'bot')).toContain('no session')
    const file = join(folder, 'none.csv')
    expect(await failure('sessions', 'export', '--cursor', 'x', '--out', file)).toContain('cursor')
    await expect(stat(file)).rejects.toThrow('ENOENT')
    expect(await failure('sessions', 'export', '--out', join(file, 'x.csv'))).toContain(
      'cannot be written: its folder does not exist',
    )
    await writeFile(file, 'x')
    const exported = await byhand('export', 'sessions', '--to', file, '--workspace', mine.workspace)
    expect(exported.note).toMatch(/^byhand: .* cannot be read: a part of its path is not a folder\.\n$/)
  })
})

describe('byhand webhooks', () => {
  it('creates, tests, sends again, changes, rotates and deletes', async () => {
    const receiver = await startReceiver()
    try {
      const made = await json(
        'webhooks',
        'create',
        `${receiver.url}/a`,
        '--event',
        'survey.flagged',
        '--name',
        'n',
      )
      expect(made).toMatchObject({ name: 'n', secret: expect.stringMatching(/^whsec_/) })
      expect((await json('webhooks', 'test', made.id)).state).toBe('delivered')
      const { items } = await json('webhooks', 'deliveries', made.id)
      expect((await json('webhooks', 'redeliver', items[0].id)).state).toBe('pending')
      expect((await json('webhooks', 'update', made.id, '--disable')).enabled).toBe(false)
      expect((await json('webhooks', 'rotate', made.id, '--overlap', '0')).secret).not.toBe(made.secret)
      expect(await json('webhooks', 'list')).toHaveLength(2)
      await json('webhooks', 'delete', made.id)
      expect(await failure('webhooks', 'delete', made.id)).toContain(`no webhook ${made.id}`)
      expect(await failure('webhooks', 'delete', theirs.webhook)).toContain('no webhook')
      expect(await failure('webhooks', 'create', 'ftp://x', '--event', 'survey.flagged')).toContain('url')
    } finally {
      await receiver.close()
    }
  })
})

describe('byhand settings', () => {
  it('gets, sets and computes a what-if', async () => {
    await json('settings', 'set', '--weight', 'bot=60', 'tor=1', '--session-days', 'forever')
    const changed = await json('settings', 'set', '--weight', 'tor=default', '--bands', '20,45,65')
    expect(changed).toMatchObject({
      weights: { bot: 60 },
      bands: [20, 45, 65],
      retention: { session_days: null },
    })
    expect(await json('settings', 'get')).toEqual(changed)
    expect((await json('settings', 'set', '--bands', 'default')).bands).toEqual([25, 50, 70])
    // The export of events scored the session.
    expect((await json('settings', 'what-if', '--monitor-only', 'on')).computed_on).toBe(1)
    expect(await failure('settings', 'set', '--weight', 'nothing=1')).toContain('--weight.nothing')
    expect(await failure('settings', 'set')).toContain('at least one change')
  })

  it('sets and removes the rules of forward auth', async () => {
    const { forward_auth } = await json('settings', 'set', '--forward-auth', '/=allow', '/signup=block:49')
    expect(forward_auth).toEqual([
      { path: '/', on_unknown: 'allow' },
      { path: '/signup', on_unknown: 'block', max_score: 49 },
    ])
    const { out } = await byhand('settings', 'get', '--workspace', mine.workspace)
    expect(out).toContain('/=allow /signup=block:49')
    expect(await failure('settings', 'set', '--forward-auth', '/a=block', '/a=allow')).toContain('rule')
    expect((await byhand('settings', 'set', '--forward-auth', 'signup=block')).code).toBe(2)
    expect((await json('settings', 'set', '--forward-auth', 'none')).forward_auth).toEqual([])
  })

  it('sets the acceptance level', async () => {
    expect((await json('settings', 'get')).acceptance).toBe('standard')
    expect((await json('settings', 'set', '--acceptance', 'strict')).acceptance).toBe('strict')
    const { out } = await byhand('settings', 'get', '--workspace', mine.workspace)
    expect(out).toMatch(/Acceptance +strict/)
    expect((await byhand('settings', 'set', '--acceptance', 'none')).code).toBe(2)
    expect((await json('settings', 'set', '--acceptance', 'standard')).acceptance).toBe('standard')
  })
})

describe('byhand workspaces', () => {
  it('shows and replaces the secret of signed results', async () => {
    const { secret } = await json('workspaces', 'result-secret')
    expect(secret).toMatch(/^[\da-f]{64}$/)
    expect((await json('workspaces', 'result-secret')).secret).toBe(secret)
    const rotated = await json('workspaces', 'result-secret', '--rotate')
    expect(rotated.secret).not.toBe(secret)
    expect((await json('workspaces', 'result-secret')).secret).toBe(rotated.secret)
    const { out } = await byhand('workspaces', 'result-secret', '--workspace', theirs.workspace)
    expect([secret, rotated.secret]).not.toContain(out.trim())
  })
})

describe('byhand surveys settings', () => {
  it('shows and changes the effort that leads to a review', async () => {
    expect(await json('surveys', 'settings', 'town')).toEqual({ review_effort: 1 })
    expect(await json('surveys', 'settings', 'town', '--review-effort', '0')).toEqual({ review_effort: 0 })
    expect(await json('surveys', 'settings', 'town')).toEqual({ review_effort: 0 })
    expect((await byhand('surveys', 'settings', 'town', '--review-effort', '6')).code).toBe(2)
  })
})

describe('byhand surveys references', () => {
  const TEXT = 'What do you like about your town?'

  it('sets, lists and removes the reference answers to a question', async () => {
    const file = join(folder, 'chatbots.txt')
    await writeFile(file, 'A strong sense of community.\n\nThe parks and\nthe quiet streets.\n\n')
    const set = await json('surveys', 'references', 'set', 'town', 'q1', file, '--text', TEXT)
    const texts = ['A strong sense of community.', 'The parks and\nthe quiet streets.']
    expect(set.references.map((one: { text: string }) => one.text)).toEqual(texts)
    await writeFile(file, JSON.stringify([...texts, 'It is close to my work.']))
    await json('surveys', 'references', 'set', 'town', 'q1', file, '--text', TEXT)
    const listed = await json('surveys', 'references', 'list', 'town')
    expect(listed).toMatchObject([{ question_id: 'q1', question: TEXT, version: 2 }])
    expect(listed[0].references).toHaveLength(3)
    expect(await json('surveys', 'references', 'remove', 'town', 'q1')).toEqual([])
    expect(await failure('surveys', 'references', 'remove', 'town', 'q1')).toContain('no reference answers')
  })

  it('names what is wrong with a file, and stores nothing', async () => {
    const file = join(folder, 'wrong.txt')
    for (const [content, message] of [
      ['far too short\n\ntoo short', 'pasted must have at least 4 words'],
      ['', 'pasted must have at least 4 words'],
      ['[1, 2]', 'is not a JSON list of texts'],
      ['Mir gefallen vor allem die ruhigen Straßen und die freundlichen Nachbarn.', 'must be in English'],
    ] as const) {
      await writeFile(file, content)
      expect(await failure('surveys', 'references', 'set', 'town', 'q1', file, '--text', TEXT)).toContain(
        message,
      )
    }
    expect(await json('surveys', 'references', 'list', 'town')).toEqual([])
  })
})

describe('byhand surveys', () => {
  it('lists surveys and participants, writes results, and queues files', async () => {
    expect(await json('surveys', 'list')).toMatchObject([{ survey_id: mine.survey }])
    expect((await json('surveys', 'participants', mine.survey)).items).toHaveLength(1)
    expect(await json('surveys', 'results', mine.survey, mine.participant)).toMatchObject({ flagged: true })
    const file = join(folder, 'results.csv')
    await json('surveys', 'results', mine.survey, '--out', file)
    expect(await readFile(file, 'utf8')).toContain(mine.mark)
    expect(await failure('surveys', 'participants', theirs.survey)).toContain('no survey')

    const input = join(folder, 'input.csv')
    await writeFile(input, 'participant_id,text\n1,one two three\n')
    const read = [
      '--question',
      'text=Why?',
      '--encoding',
      'utf-8',
      '--header-rows',
      '1',
      '--question-type',
      'text=list',
    ]
    const job = await json('surveys', 'jobs', 'create', input, '--survey', 'files', ...read)
    expect(await json('surveys', 'jobs', 'show', job.id)).toMatchObject({
      name: 'input.csv',
      state: 'running',
    })
    expect(await failure('surveys', 'jobs', 'result', job.id, '--out', join(folder, 'x'))).toContain(
      'not available',
    )
    await json('surveys', 'jobs', 'result', mine.upload, '--out', join(folder, 'done.csv'))
    expect(await readFile(join(folder, 'done.csv'), 'utf8')).toContain(mine.mark)
    expect(await failure('surveys', 'jobs', 'show', theirs.upload)).toContain('no job')
    await writeFile(join(folder, 'empty.csv'), '')
    expect(await failure('surveys', 'jobs', 'create', join(folder, 'empty.csv'))).toContain('is empty')

    const store = await openStore('sqlite', folder)
    const stored = await store.uploads.find(mine.workspace, job.id)
    expect(JSON.parse(stored?.options ?? '')).toEqual({
      survey: 'files',
      questions: [{ column: 'text', text: 'Why?' }],
      questionTypes: [{ column: 'text', type: 'list' }],
      encoding: 'utf-8',
      headerRows: 1,
    })
    const head =
      'participant_id,byhand_flagged,byhand_num_checks_failed,byhand_error,byhand_warning,byhand_typing_url,byhand_verdict,byhand_q1_checks'
    const rows = 'p1,true,1,false,,,review,Response pasted\r\np2,false,0,false,,,keep,\r\n'
    const counts = { total: 2, done: 2, flagged: 1, rejected: 0, problem: null }
    const done = { state: 'done', ...counts } as const
    await store.uploads.progress(mine.workspace, job.id, done, 0, {
      file: Buffer.from(`${head}\r\n${rows}`),
      questions: '[{"id":"text","text":"Why?"}]',
    })
    await store.close()
    expect(await json('surveys', 'jobs', 'summary', job.id)).toMatchObject({ rows: 2, flagged: 1 })
    const text = await byhand('surveys', 'jobs', 'summary', job.id, '--workspace', mine.workspace)
    expect(text.out).toContain('2 participants: 1 failed a check.')
    expect(text.out).toContain('1  Response pasted')
    const flagged = join(folder, 'flagged.csv')
    await json('surveys', 'jobs', 'result', job.id, '--only', 'flagged', '--out', flagged)
    expect((await readFile(flagged, 'utf8')).split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'participant_id',
      'p1',
      '',
    ])
  })

  it('overrides a verdict with a note, and restores the computed one', async () => {
    const verdict = (...words: string[]) =>
      json('surveys', 'verdict', mine.survey, mine.participant, ...words)
    expect(await verdict('keep', '--note', 'Own notes.')).toMatchObject({
      overridden_by: { verdict: 'keep', by: 'command line', note: 'Own notes.' },
      previous: null,
    })
    const listed = await json('surveys', 'participants', mine.survey, '--verdict', 'keep')
    expect(listed.items).toMatchObject([{ verdict: 'review', effective_verdict: 'keep' }])
    const { out } = await byhand(
      ...['surveys', 'verdict', mine.survey, mine.participant, 'remove'],
      ...['--workspace', mine.workspace],
    )
    expect(out).toBe('The verdict is remove. The previous verdict was keep.\n')
    expect(await verdict('none')).toMatchObject({ overridden_by: null, previous: { verdict: 'remove' } })
    expect((await json('surveys', 'participants', mine.survey)).items).toMatchObject([
      { effective_verdict: 'review', overridden_by: null },
    ])
  })

  it('rejects verdicts that do not exist, long notes, and participants of other workspaces', async () => {
    const given = ['surveys', 'verdict', mine.survey, mine.participant]
    const unknown = await byhand(...given, 'maybe')
    expect([unknown.code, unknown.note]).toEqual([2, expect.stringContaining('keep, review, remove, none')])
    const long = await byhand(...given, 'keep', '--note', 'x'.repeat(1_001))
    expect([long.code, long.note]).toEqual([2, expect.stringContaining('at most 1000 characters')])
    expect(await failure('surveys', 'verdict', mine.survey, 'nobody', 'keep')).toContain('no participant')
    expect(await failure('surveys', 'verdict', theirs.survey, theirs.participant, 'keep')).toContain(
      'no participant',
    )
    expect((await json('surveys', 'participants', mine.survey)).items).toMatchObject([
      { overridden_by: null },
    ])
  })

  it('analyzes stored responses again', async () => {
    const again = (...words: string[]) => json('surveys', 'analyze-again', mine.survey, ...words)
    expect(await again()).toEqual({ done: 1, changed: 1, failed: 0 })
    expect(await again(mine.participant)).toEqual({ done: 1, changed: 0, failed: 0 })
    const { analyses, verdict } = await json('surveys', 'results', mine.survey, mine.participant)
    expect(analyses).toHaveLength(3)
    expect(verdict).toBe(analyses[0].verdict)
    expect(await failure('surveys', 'analyze-again', theirs.survey)).toContain('no survey')
    expect(await failure('surveys', 'analyze-again', mine.survey, 'nobody')).toContain('no participant')
  })
})

describe('byhand erase', () => {
  it('erases a person once it is confirmed, and no one of another workspace', async () => {
    expect(await failure('erase', '--user', mine.user)).toContain('--yes')
    expect(await json('erase', '--user', theirs.user, '--yes')).toMatchObject({ sessions: 0 })
    expect(await json('erase', '--user', mine.user, '--yes')).toMatchObject({ sessions: 1, labels: 1 })
    expect((await json('sessions', 'list')).items).toEqual([])
    const erased = await json('erase', '--participant', mine.participant, '--survey', mine.survey, '--yes')
    expect(erased.analyses).toBe(1)
  })
})

describe('byhand agents', () => {
  it('imports a key directory from a file, and sets the policy', async () => {
    const file = join(folder, 'directory.json')
    const x = 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs'
    await writeFile(file, JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, use: 'sig' }] }))
    const words = ['agents', 'import', 'Test Agent', file, '--url', 'https://signature-agent.test']
    const { code, out, note } = await byhand(...words, '--workspace', mine.workspace)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('monitor  ed25519 poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'),
    ])
    expect(note).toContain('Anyone can sign with it')
    const set = await byhand('agents', 'policy', 'Test Agent', 'block', '--workspace', mine.workspace)
    expect(set.out).toContain('block')
    const other = await byhand('agents', 'list', '--json', '--workspace', theirs.workspace)
    expect(JSON.parse(other.out)).toEqual([])
    const unknown = await byhand('agents', 'policy', 'Test Agent', 'stop')
    expect([unknown.code, unknown.note]).toEqual([2, expect.stringContaining('allow, monitor, block')])
    for (const words of [
      ['policy', 'Other', 'allow'],
      ['remove', 'Other'],
    ])
      expect(await failure('agents', ...words)).toContain('No agent has this name')
    await writeFile(file, '{"keys": [{"kty": "oct"}]}')
    expect(await failure(...words)).toContain('keys.0 must be an Ed25519')
    expect(await json('agents', 'remove', 'Test Agent')).toEqual({ done: true })
  })
})
