/** Text that people enter into editors, and tokens and addresses in paths: none of it leaves the browser. */
import { describe, expect } from 'vitest'
import { receiveOwnVisits } from './visit.ts'

const it = receiveOwnVisits()

/** Begins every text that must not be sent. */
const MARKER = 'wwdraft'
let made = 0
const draft = () => `${MARKER}${made++}`

/** Elements that editors create from typed text. The test clicks each of them. */
const TYPED: readonly ((text: string) => string)[] = [
  (text) => `<a href="#">${text}</a>`,
  (text) => `<button type="button">${text}</button>`,
  (text) => `<span role="button">see <b>${text}</b></span>`,
  (text) => `<a href="#" title="${text}" aria-label="${text}">x</a>`,
  (text) => `<span contenteditable="false"><button type="button">${text}</button></span>`,
  (text) => `<img alt="${text}" src="data:," width="20" height="20">`,
  (text) => `<label>${text}</label>`,
  (text) => `<p id="${text}">${text}</p>`,
]
const EDITORS: readonly ((content: string) => string)[] = [
  (content) => `<div contenteditable>${content}</div>`,
  (content) => `<div contenteditable="plaintext-only"><div><div>${content}</div></div></div>`,
  (content) => `<section contenteditable="true" aria-label="Notes"><ul><li>${content}</li></ul></section>`,
  (content) =>
    `<x-editor><template shadowrootmode="open"><div contenteditable>${content}</div></template></x-editor>`,
  (content) =>
    `<div contenteditable><x-chip><template shadowrootmode="open">${content}</template></x-chip></div>`,
]

const page = (body: string) =>
  `<!doctype html><title>Editors</title>${body}<script src="/byhand.js" data-site-key="k"></script>`

describe.concurrent('text of editors', () => {
  it('is not sent from a page with forty fields', async ({ visit }) => {
    const fields = EDITORS.flatMap((editor) => TYPED.map((typed) => editor(typed(draft()))))
    expect(fields.length).toBeGreaterThanOrEqual(40)
    visit.server.pages.set('/editors', {
      body: page(fields.map((field, index) => `<div id="f${index}">${field}</div>`).join('\n')),
    })
    await visit.open('/editors')
    const clicked = 'a,button,[role=button],img,label,p'
    for (const index of fields.keys()) await visit.page.locator(`#f${index}`).locator(clicked).first().click()
    await visit.flush()
    expect(visit.server.eventsOf('click')).toHaveLength(fields.length)
    expect(visit.server.bodies.join('\n')).not.toContain(MARKER)
  })

  it('is not sent from a document in design mode', async ({ visit }) => {
    visit.server.pages.set('/design', { body: page(`<a href="#">${draft()}</a><p>${draft()}</p>`) })
    await visit.open('/design')
    await visit.page.evaluate(() => {
      document.designMode = 'on'
    })
    await visit.page.click('a')
    await visit.page.click('p')
    await visit.flush()
    expect(visit.server.eventsOf('click')).toHaveLength(2)
    expect(visit.server.bodies.join('\n')).not.toContain(MARKER)
  })

  it('control: text outside an editor is sent, and so is the label of an editor', async ({ visit }) => {
    visit.server.pages.set('/plain', {
      body: page(`<div id="f">${TYPED[0]?.(MARKER)}</div><div contenteditable aria-label="Notes">x</div>`),
    })
    await visit.open('/plain')
    await visit.page.click('a')
    await visit.page.click('[contenteditable]')
    await visit.flush()
    expect(visit.server.bodies.join('\n')).toContain(MARKER)
    expect(visit.server.bodies.join('\n')).toContain('Notes')
  })
})

describe.concurrent('paths', () => {
  const TOKENS = [
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    'q7Xk-2mPz_9RtYwLs4VbNcHd',
    'ada.lovelace@example.org',
    'ada%40example.org',
    '4915112345678',
    'AbCdEfGhIjKlMnOpQrStUv',
  ]

  it('are sent without tokens and addresses', async ({ visit }) => {
    visit.server.pages.set('/reset', {
      body: page('<a id="link" href="/other" onclick="return false">x</a>'),
    })
    await visit.open('/reset')
    await visit.page.evaluate((tokens) => {
      for (const token of tokens) {
        history.pushState({}, '', `/reset/${token}/confirm`)
        location.hash = `#/invite/${token}?token=${token}`
        location.hash = `#!/join/${token}`
        const link = document.querySelector('#link') as HTMLElement
        link.textContent = `${location.origin}/reset/${token}`
        link.click()
      }
    }, TOKENS)
    await visit.page.waitForTimeout(50)
    await visit.flush()
    const sent = visit.server.bodies.join('\n')
    expect(TOKENS.filter((token) => sent.includes(token.slice(0, 8)))).toEqual([])
    for (const path of ['/reset/*/confirm', '#/invite/*', '#!/join/*']) expect(sent).toContain(path)
  })

  it('control: ordinary segments are sent as they are', async ({ visit }) => {
    const paths = ['/checkout/step-2', '/blog/how-to-win-friends-in-2026', '/orders/12345678', '/de/größe']
    visit.server.pages.set('/start', { body: page('<p>x</p>') })
    await visit.open('/start')
    await visit.page.evaluate((all) => {
      for (const path of all) history.pushState({}, '', path)
      location.hash = '#/settings/accountPreferences'
    }, paths)
    await visit.page.waitForTimeout(50)
    await visit.flush()
    const sent = visit.server.bodies.join('\n')
    for (const path of [...paths.slice(0, 3), encodeURI('/de/größe'), '#/settings/accountPreferences'])
      expect(sent).toContain(path)
  })
})
