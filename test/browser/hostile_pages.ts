/** Forty pages that break scripts. Each must work exactly as it does without ours. */

export interface HostilePage {
  readonly name: string
  /** Markup in the head, before the script. */
  readonly before?: string
  /** Markup at the end of the body, after the script. */
  readonly after?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The script tag, if it differs from the default. */
  readonly tag?: string
  /** False if the page makes recording impossible; the script must then stay silent. */
  readonly records?: false
  /** The page is opened in this frame of another page. */
  readonly frame?: string
  /** Console messages that the browser prints because of the page's policy. */
  readonly ownNoise?: RegExp
}

const js = (code: string) => `<script>${code}</script>`
const poisonLater = (code: string) => ({ after: js(code) })
const csp = (policy: string) => ({ 'content-security-policy': policy })

export const HOSTILE_PAGES: readonly HostilePage[] = [
  { name: 'toJSON on arrays', before: js('Array.prototype.toJSON = () => "poison"') },
  { name: 'toJSON on objects', before: js('Object.prototype.toJSON = function () { return "poison" }') },
  { name: 'toJSON on strings', before: js('String.prototype.toJSON = () => "poison"') },
  {
    name: 'prototype.js of old: enumerable additions everywhere',
    before: js(
      'for (const p of [Array, Object, String, Function, Number]) { p.prototype.each = function () {}; p.prototype.toJSON = function () { return String(this) }; p.prototype.extend = 1 }',
    ),
  },
  { name: 'JSON.stringify that throws', before: js('JSON.stringify = () => { throw new Error("no JSON") }') },
  { name: 'JSON removed', before: js('delete window.JSON; window.JSON = undefined') },
  {
    name: 'Array.prototype.push that throws, later',
    records: false,
    ...poisonLater('Array.prototype.push = () => { throw new Error("push") }'),
  },
  {
    name: 'Array.prototype.map replaced, later',
    records: false,
    ...poisonLater('Array.prototype.map = () => []'),
  },
  {
    name: 'array iteration broken, later',
    records: false,
    ...poisonLater('Array.prototype[Symbol.iterator] = function () { throw new Error("iterator") }'),
  },
  {
    name: 'String.prototype.split that throws, later',
    ...poisonLater('String.prototype.split = () => { throw new Error("split") }'),
  },
  {
    name: 'String.prototype.replace returning nothing',
    records: false,
    before: js('String.prototype.replace = () => ""'),
  },
  {
    name: 'RegExp.prototype.test that throws',
    records: false,
    before: js('RegExp.prototype.test = () => { throw new Error("test") }'),
  },
  {
    name: 'Promise replaced by a sham',
    before: js('window.Promise = function () { this.then = () => this; this.catch = () => this }'),
    records: false,
  },
  {
    name: 'Promise.prototype.then that throws, later',
    ...poisonLater('Promise.prototype.then = () => { throw new Error("then") }'),
  },
  { name: 'fetch removed', before: js('delete window.fetch; window.fetch = undefined'), records: false },
  {
    name: 'fetch that throws',
    before: js('window.fetch = () => { throw new Error("fetch") }'),
    records: false,
  },
  {
    name: 'fetch that never answers',
    before: js('window.fetch = () => new Promise(() => {})'),
    records: false,
  },
  { name: 'fetch replaced, later', ...poisonLater('window.fetch = () => { throw new Error("fetch") }') },
  {
    name: 'addEventListener wrapped, as zone.js does',
    before: js(
      'const native = EventTarget.prototype.addEventListener; EventTarget.prototype.addEventListener = function (type, run, options) { return native.call(this, type, typeof run === "function" ? function (...args) { return run.apply(this, args) } : run, options) }',
    ),
  },
  {
    name: 'addEventListener that throws',
    before: js('window.addEventListener = () => { throw new Error("listen") }'),
    records: false,
  },
  {
    name: 'setTimeout replaced, later',
    ...poisonLater('window.setTimeout = () => { throw new Error("timer") }'),
  },
  {
    name: 'timers that never fire',
    before: js('window.setTimeout = () => 0; window.requestIdleCallback = () => 0'),
  },
  { name: 'a clock that stands still', before: js('Date.now = () => 0; performance.now = () => 0') },
  { name: 'a clock that says NaN', before: js('Date.now = () => NaN; performance.now = () => NaN') },
  {
    name: 'performance removed',
    before: js('Object.defineProperty(window, "performance", { value: undefined })'),
  },
  { name: 'crypto removed', before: js('Object.defineProperty(window, "crypto", { value: undefined })') },
  {
    name: 'frozen prototypes',
    before: js(
      'for (const p of [Object, Array, Function, String, Error, Promise]) { Object.freeze(p); Object.freeze(p.prototype) }',
    ),
  },
  {
    name: 'storage that throws when touched',
    before: js(
      'Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no", "SecurityError") } })',
    ),
  },
  {
    name: 'storage that is full',
    before: js('Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }'),
  },
  {
    name: 'storage with garbage in it',
    before: js(
      'sessionStorage.setItem("byhand.k", "|||\\n{"); sessionStorage.setItem("byhand.k.out", "x|y|{{{\\n\\n|||")',
    ),
  },
  {
    name: 'closest, matches and rectangles that throw',
    records: false,
    before: js(
      'for (const name of ["closest", "matches", "getBoundingClientRect"]) Element.prototype[name] = () => { throw new Error(name) }',
    ),
  },
  {
    name: 'elements that cannot be removed',
    before: js('Element.prototype.remove = Node.prototype.removeChild = () => {}'),
  },
  { name: 'MutationObserver removed', before: js('window.MutationObserver = undefined') },
  {
    name: 'a policy without nonce',
    headers: csp("default-src 'none'; script-src 'self' 'nonce-page'; connect-src 'self'"),
  },
  {
    name: 'a policy with nonce and strict-dynamic',
    headers: csp(
      "default-src 'none'; script-src 'nonce-page' 'strict-dynamic'; connect-src 'self'; frame-src 'none'; style-src 'none'",
    ),
    tag: '<script nonce="page" src="/byhand.js" data-site-key="k"></script>',
  },
  {
    name: 'Trusted Types',
    headers: csp("require-trusted-types-for 'script'; trusted-types 'none'; script-src 'self' 'nonce-page'"),
  },
  { name: 'a sandboxed frame without its origin', frame: 'sandbox="allow-scripts"' },
  { name: 'a sandboxed frame with its origin', frame: 'sandbox="allow-scripts allow-same-origin"' },
  {
    name: 'fifty thousand nodes',
    before: js(
      'addEventListener("DOMContentLoaded", () => { const box = document.createElement("div"); for (let i = 0; i < 50000; i++) box.appendChild(document.createElement("span")).textContent = "x"; document.body.appendChild(box) })',
    ),
  },
  {
    name: 'document.write while loading',
    before: js('document.write("<p>written</p>")'),
    after: js('document.write("<p>written again</p>")'),
  },
  {
    name: 'named elements that shadow everything',
    after:
      '<form id="shadow"><input name="elements"><input name="getAttribute"><input name="closest"><input name="tagName"><input name="id"></form><img name="byhand2"><a id="fetch"></a><a id="navigation"></a>',
  },
  {
    name: 'Error.prepareStackTrace that throws and a console in pieces',
    before: js('Error.prepareStackTrace = () => { throw new Error("trace") }; console.groupEnd = undefined'),
  },
  {
    name: 'events without anything in them',
    after: js(
      'for (const type of ["pointermove", "pointerdown", "pointerup", "click", "keydown", "keyup", "input", "change", "wheel", "scroll", "focusin", "focusout", "paste", "copy", "cut", "drop", "compositionstart", "compositionend", "submit", "resize", "popstate"]) { document.body.dispatchEvent(new Event(type, { bubbles: true })); window.dispatchEvent(new Event(type)); document.dispatchEvent(new Event(type)) }',
    ),
  },
  {
    name: 'getters that throw on every event',
    before: js(
      'for (const [type, names] of [[Event, ["timeStamp", "composedPath"]], [MouseEvent, ["clientX"]], [KeyboardEvent, ["key"]], [InputEvent, ["data"]]]) for (const name of names) Object.defineProperty(type.prototype, name, { get() { throw new Error(name) } })',
    ),
    records: false,
  },
]

/** The page's own handlers with a known order, a field and a button. */
export function hostileBody({ before = '', after = '', tag }: HostilePage): string {
  const withNonce = (html: string) => html.replaceAll('<script>', '<script nonce="page">')
  // Avoids loops, because one of the pages breaks iteration.
  const host = `
    const mark = (name) => () => document.body.setAttribute('data-order', (document.body.getAttribute('data-order') || '') + name + ', ')
    const listen = EventTarget.prototype.addEventListener
    const button = document.getElementById('go')
    listen.call(window, 'click', mark('window down'), true)
    listen.call(window, 'click', mark('window up'), false)
    listen.call(document, 'click', mark('document down'), true)
    listen.call(document, 'click', mark('document up'), false)
    listen.call(button, 'click', mark('button down'), true)
    listen.call(button, 'click', mark('button up'), false)`
  return withNonce(`<!doctype html><html><head><meta charset="utf-8"><title>Hostile</title>${before}</head><body>
    <button id="go" type="button">Go</button><textarea id="field" data-byhand-question="q1"></textarea>
    ${tag ?? '<script src="/byhand.js" data-site-key="k"></script>'}
    ${after}<script>${host}</script></body></html>`)
}
