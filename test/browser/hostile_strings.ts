/** 500 texts that look like code, markup, formulas or bidirectional control characters, each with its own number. */

/** `~` is replaced by the number, so that code that runs identifies its string. */
const SEEDS: readonly string[] = [
  '<script>alert(~)</script>',
  '<img src=x onerror=alert(~)>',
  '<svg onload=alert(~)>',
  '<svg><script>alert(~)</script></svg>',
  '<iframe srcdoc="<script>parent.alert(~)</script>"></iframe>',
  '<body onload=alert(~)>',
  '<details open ontoggle=alert(~)>x',
  '<a href="javascript:alert(~)">x</a>',
  'javascript:alert(~)',
  'data:text/html,<script>alert(~)</script>',
  '"><script>alert(~)</script>',
  "'-alert(~)-'",
  '\u0024{alert(~)}',
  '{{constructor.constructor("alert(~)")()}}',
  '</textarea><script>alert(~)</script>',
  '</title><svg onload=alert(~)>',
  '--><img src=x onerror=alert(~)>',
  ']]><img src=x onerror=alert(~)>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(~)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(~)>">',
  '=HYPERLINK("http://~.example","x")',
  '\u202egpj.alert(~)\u202c',
  '__proto__ ~',
  '&lt;img src=x onerror=alert(~)&gt;',
  '<style>@import "http://~.example/x.css";</style>',
]

const WRAPPERS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `"${text}`,
  (text) => `'${text}`,
  (text) => `\`${text}`,
  (text) => `<!--${text}`,
  (text) => `</script>${text}`,
  (text) => `</style>${text}`,
  (text) => `/${text}`,
  (text) => `\\${text}`,
  (text) => text.toUpperCase().replaceAll('ALERT', 'alert'),
  (text) => text.replaceAll(' ', '/'),
  (text) => text.replaceAll('<', '<\u0000'),
  (text) => text.replaceAll('<', '%3C'),
  (text) => text.replaceAll('<', '＜'),
  (text) => `\u2028${text}`,
  (text) => `a\u200b${text}`,
  (text) => `\ufeff${text}`,
  (text) => `${text}\u0301\u0301\u0301`,
  (text) => `x onmouseover=alert(~) ${text}`,
  (text) => `#${text}`,
]

/** Short enough for a tag and for a name in an event. */
const CHARS = 118

export const HOSTILE_STRINGS: readonly string[] = SEEDS.flatMap((seed, i) =>
  WRAPPERS.map((wrap, j) =>
    wrap(seed)
      .replaceAll('~', String(i * WRAPPERS.length + j))
      .slice(0, CHARS),
  ),
)
