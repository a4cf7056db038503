/**
 * Shows the lines of the pages with the reader's own values: the URL of this service and, for a member who is logged in,
 * the site key and the paths. A secret key is never shown.
 */
import type { KeyList } from '../../src/contract/dashboard/keys.ts'
import type { Me } from '../../src/contract/dashboard/me.ts'
import { SIGNED_IN } from '../../src/contract/dashboard/signed_in.ts'
import { fillIn, PAGE_PATHS, type SetupValues } from '../../src/contract/setup_lines.ts'

/** Without a login, the service answers 401, which browsers log to the console: the dashboard leaves a note. */
function isSignedIn(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN) !== null
  } catch {
    return false
  }
}

async function get<Data>(path: string): Promise<Data | undefined> {
  const response = await fetch(path)
  return response.ok ? ((await response.json()) as Data) : undefined
}

async function memberValues(): Promise<SetupValues | undefined> {
  const [me, keys] = await Promise.all([get<Me>('/v1/me'), get<KeyList>('/v1/keys')])
  if (me === undefined) return undefined
  const site = keys?.items.find(
    ({ kind, mode, state }) => kind === 'site' && mode === 'live' && state === 'live',
  )
  return { ...me.service, siteKey: site?.site_key ?? undefined }
}

function show(values: SetupValues): void {
  const texts = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    const filled = fillIn(node.data, values)
    if (filled !== node.data) node.data = filled
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-code]')) {
    button.dataset.code = fillIn(button.dataset.code ?? '', values)
  }
}

const mine = isSignedIn() ? await memberValues().catch(() => undefined) : undefined
show(mine ?? { url: location.origin, ...PAGE_PATHS })
