/** Starts the API explorer in its page, in the color scheme of the site. */

interface Scalar {
  createApiReference(
    place: string,
    configuration: object,
  ): { updateConfiguration(configuration: object): void }
}

const dark = matchMedia('(prefers-color-scheme: dark)')

function theme(): 'dark' | 'light' {
  const chosen = document.documentElement.dataset.theme
  if (chosen !== undefined) return chosen === 'dark' ? 'dark' : 'light'
  return dark.matches ? 'dark' : 'light'
}

/** Nothing is requested from another host, and nothing leads to services of the library's vendor. */
const configuration = () => ({
  url: '/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: true,
  hideClientButton: true,
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  forceDarkModeState: theme(),
  documentDownloadType: 'json',
  // Control and K open the search of the site.
  searchHotKey: 'j',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
})

/** What the library leaves out: names, places in the tab order, and roles that occur once in the page. */
const ATTRIBUTES = [
  ['.scalar-code-copy', 'aria-label', 'Copy'],
  // Its text is its name.
  ['[data-testid="response-variant-picker"]', 'aria-label', ''],
  ['.endpoints', 'tabindex', '0'],
  ['.response-card', 'role', 'group'],
  ['header', 'role', 'group'],
  [':has(> header)', 'role', 'navigation'],
  [':has(> header)', 'aria-label', 'Operations'],
] as const

/** The library renders most of the page when it scrolls into view. */
function addAttributes(place: Element): void {
  for (const [selector, name, value] of ATTRIBUTES)
    for (const element of place.querySelectorAll(selector))
      if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

function start(): void {
  const { Scalar } = window as unknown as { Scalar: Scalar }
  const explorer = Scalar.createApiReference('#api-explorer', configuration())
  const update = () => explorer.updateConfiguration(configuration())
  new MutationObserver(update).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  dark.addEventListener('change', update)
  const place = document.getElementById('api-explorer')
  if (place === null) return
  new MutationObserver(() => addAttributes(place)).observe(place, { childList: true, subtree: true })
}

// Deferred scripts run before this event.
if (document.readyState === 'complete') start()
else window.addEventListener('DOMContentLoaded', start)
