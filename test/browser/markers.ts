/** A page whose fields, attributes, content and paths hold personal data: a marker each, which must never be sent. */

export interface Marker {
  readonly marker: string
  /** The element with `data-act` is clicked; with `data-type`, the marker is typed into it. */
  readonly html?: string
  /** Opened with `history.pushState`. */
  readonly path?: string
}

let made = 0
/** Letters only, so that no rule for digits hides it by chance. */
const word = () => `Qz${String.fromCharCode(97 + (made % 26), 97 + Math.floor(made++ / 26))}vexil`

const typed = (html: string): Marker => ({ marker: word(), html })

function placed(html: (marker: string) => string): Marker {
  const marker = word()
  return { marker, html: html(marker) }
}

function within(path: (marker: string) => string, marker = word()): Marker {
  return { marker, path: path(marker) }
}

const mail = (marker: string) => `${marker}@mail.example`
const name = (marker: string) => `Jane ${marker}`

export const MARKERS: readonly Marker[] = [
  typed('<input data-type type="password">'),
  typed('<input data-type type="password" id="shown"><button data-act type="button" id="show">Show</button>'),
  typed('<input data-type name="passwort">'),
  typed('<input data-type name="mot_de_passe">'),
  typed('<input data-type autocomplete="cc-name">'),
  typed('<input data-type autocomplete="one-time-code">'),
  typed('<input data-type name="city">'),
  typed('<textarea data-type name="message"></textarea>'),
  typed('<div data-type contenteditable>x</div>'),
  typed('<input data-type type="email" name="email">'),
  placed((it) => `<div contenteditable><button data-act type="button">${it}</button></div>`),
  placed(
    (it) =>
      `<x-a data-act><template shadowrootmode="open"><div contenteditable><a>${it}</a></div></template></x-a>`,
  ),
  placed((it) => `<x-b data-act><template shadowrootmode="closed"><button>${it}</button></template></x-b>`),
  placed((it) => `<iframe data-act srcdoc="<button>${it}</button>"></iframe>`),
  placed((it) => `<select data-act name="contact"><option>${it}</option></select>`),
  placed((it) => `<p data-act>${it}</p><title>${it}</title>`),
  within((it) => `/search?q=${it}`),
  within((it) => `/search#access_token=${it}`),
  within((it) => `/invite/${mail(it)}`),
  within((it) => `/u/jane-${it}-1984/photos`),
  within((it) => `/reset/jane-${it}-1984`),
  within((it) => `/join/${it}`, 'k9Zx7Qp2'),
  within((it) => `/start#/users/jane.${it}/edit`),
  placed((it) => `<button data-act type="button" aria-label="${mail(it)}">x</button>`),
  placed((it) => `<button data-act type="button" title="${mail(it)}"></button>`),
  placed((it) => `<input data-act type="image" alt="${mail(it)}" src="data:,">`),
  placed((it) => `<input data-act type="button" value="${mail(it)}">`),
  placed((it) => `<div data-act id="${mail(it)}">x</div>`),
  placed((it) => `<button data-act type="button" class="MuiChip-root">${it}</button>`),
  placed((it) => `<span data-act role="button" class="recipient-chip" aria-label="Remove ${it}">×</span>`),
  placed((it) => `<div role="listbox"><div data-act role="option">${it}</div></div>`),
  placed((it) => `<div role="listbox"><div data-act role="option" title="${it}">x</div></div>`),
  placed((it) => `<a data-act href="#">${name(it)}</a>`),
  placed((it) => `<ul><li><a data-act href="#" aria-label="Profile of ${name(it)}">x</a></li></ul>`),
  placed((it) => `<img data-act alt="${name(it)}" src="data:,">`),
]

/** Ordinary labels and paths, which the event log needs. */
export const ORDINARY = {
  labels: [
    ['<button data-act type="button">Update credit card</button>', 'Update credit card'],
    ['<button data-act type="button">Add To Cart</button>', 'Add To Cart'],
    ['<nav><a data-act href="#">Account Settings</a></nav>', 'Account Settings'],
    ['<a data-act href="#">Read more</a>', 'Read more'],
    ['<label>First Name <input data-act name="first"></label>', 'First Name'],
    ['<input data-act placeholder="Postal Code">', 'Postal Code'],
    ['<label><input data-act type="radio" name="r"> Very Satisfied</label>', 'Very Satisfied'],
    ['<button data-act type="button" aria-label="Close">x</button>', 'Close'],
    ['<input data-act name="answer123456X1X2">', 'answer123456X1X2'],
  ],
  paths: [
    '/checkout',
    '/docs/getting-started',
    '/products/blue-shirt',
    '/products/rug-160x230',
    '/b2b/iphone-15-pro',
    '/blog/top-10-tips-2024',
    '/user',
    '/api/v2/users',
  ],
} as const

export const pageOf = (parts: readonly string[]): string => `<!doctype html><meta charset="utf-8">
  <form onsubmit="return false">${parts.map((html, i) => `<div id="part${i}" style="min-height:20px">${html}</div>`).join('\n')}</form>
  <script src="/byhand.js" data-site-key="k"></script>
  <script>
    document.querySelector('#show')?.addEventListener('click', () => { document.querySelector('#shown').type = 'text' })
  </script>`
