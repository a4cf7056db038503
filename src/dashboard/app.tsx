import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { MeProvider, useLogin } from './me.ts'
import { Failure, Waiting } from './parts/loaded.tsx'
import { Missing } from './parts/missing.tsx'
import { type Place, usePlace } from './router.ts'
import { Shell } from './shell.tsx'

/** A page gets what stands in its address where its pattern has a star. */
export interface PageIds {
  readonly ids: readonly string[]
}

type LazyPage = LazyExoticComponent<ComponentType<PageIds>>

/** Each page is a file of its own, loaded when it is first opened. */
function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<PageIds>>>,
  name: Name,
): LazyPage {
  return lazy(async () => ({ default: (await load().catch(reloadOnce))[name] }))
}

/** Names of files change with each version of the service; whoever had the pages open meanwhile needs the new ones. */
const RELOADED = 'byhand:reloaded'

function reloadOnce(error: unknown): Promise<never> {
  if (sessionStorage.getItem(RELOADED) === location.href) throw error
  sessionStorage.setItem(RELOADED, location.href)
  location.reload()
  return new Promise(() => {})
}

const Login = page(() => import('./pages/login.tsx'), 'Login')
const Join = page(() => import('./pages/join.tsx'), 'Join')
const Sessions = page(() => import('./pages/sessions.tsx'), 'Sessions')

/** In order; the first that fits is shown. */
const ROUTES: readonly (readonly [pattern: string, page: LazyPage])[] = [
  ['', Sessions],
  ['login', Sessions],
  ['sessions', Sessions],
  ['sessions/*', page(() => import('./pages/session.tsx'), 'Session')],
  ['sessions/*/reasons', page(() => import('./pages/reasons.tsx'), 'SessionReasons')],
  ['surveys', page(() => import('./pages/surveys.tsx'), 'Surveys')],
  ['uploads', page(() => import('./pages/uploads.tsx'), 'Uploads')],
  ['surveys/*', page(() => import('./pages/survey.tsx'), 'Survey')],
  ['surveys/*/clusters', page(() => import('./pages/clusters.tsx'), 'Clusters')],
  ['surveys/*/participants/*', page(() => import('./pages/participant.tsx'), 'Participant')],
  ['surveys/*/participants/*/reasons', page(() => import('./pages/reasons.tsx'), 'ParticipantReasons')],
  ['typing/*', page(() => import('./pages/typing.tsx'), 'Typing')],
  ['quality', page(() => import('./pages/quality.tsx'), 'QualityPage')],
  ['keys', page(() => import('./pages/keys.tsx'), 'Keys')],
  ['settings', page(() => import('./pages/settings.tsx'), 'Settings')],
  ['privacy', page(() => import('./pages/privacy.tsx'), 'Privacy')],
  ['webhooks', page(() => import('./pages/webhooks.tsx'), 'Webhooks')],
  ['webhooks/*', page(() => import('./pages/webhook.tsx'), 'Webhook')],
  ['members', page(() => import('./pages/members.tsx'), 'Members')],
  ['audit', page(() => import('./pages/audit.tsx'), 'Audit')],
  ['account', page(() => import('./pages/account.tsx'), 'Account')],
]

function pageAt({ segments }: Place) {
  for (const [pattern, Found] of ROUTES) {
    const parts = pattern === '' ? [] : pattern.split('/')
    if (parts.length !== segments.length) continue
    if (!parts.every((part, i) => part === '*' || part === segments[i])) continue
    return { Found, ids: segments.filter((_, i) => parts[i] === '*') }
  }
  return undefined
}

export function App() {
  const place = usePlace()
  const login = useLogin()
  if (place.segments[0] === 'join')
    return (
      <Suspense fallback={<Waiting />}>
        <Join ids={[]} />
      </Suspense>
    )
  if (login.data === undefined)
    return (
      <main className="signed-out">
        {login.error === null ? <Waiting /> : <Failure error={login.error} again={() => login.refetch()} />}
      </main>
    )
  if (login.data === null)
    return (
      <Suspense fallback={<Waiting />}>
        <Login ids={[]} />
      </Suspense>
    )
  const found = pageAt(place)
  return (
    <MeProvider value={login.data}>
      <Shell key={login.data.workspace.id} place={place}>
        <Suspense fallback={<Waiting />}>
          {found === undefined ? <Missing /> : <found.Found key={found.ids.join('\n')} ids={found.ids} />}
        </Suspense>
      </Shell>
    </MeProvider>
  )
}
