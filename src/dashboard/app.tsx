import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
} from 'react'
import { EXTENSIONS } from '../../extensions/dashboard.ts'
import { ExtensionsProvider } from './extensions.ts'
import { MeProvider, useLogin } from './me.ts'
import { Failure, Loading } from './parts/loaded.tsx'
import { NotFound } from './parts/not_found.tsx'
import { BASE, type PageIds, type Route, useRoute } from './router.ts'
import { Shell } from './shell.tsx'

type LazyPage = LazyExoticComponent<ComponentType<PageIds>>

/** Loads the file of a page when it is first opened. */
function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<PageIds>>>,
  name: Name,
): LazyPage {
  return lazy(async () => ({ default: (await load().catch(reloadOnce))[name] }))
}

/** File names change with each version of the service, so a page opened before an upgrade must reload. */
const RELOADED = 'byhand:reloaded'

async function reloadOnce(error: unknown): Promise<never> {
  if (sessionStorage.getItem(RELOADED) === location.href || !(await isReachable())) throw error
  sessionStorage.setItem(RELOADED, location.href)
  location.reload()
  return new Promise(() => {})
}

const isReachable = () =>
  fetch(BASE).then(
    ({ ok }) => ok,
    () => false,
  )

/** A page whose file could not be loaded. It reloads only once the service answers, or the browser's own error page would appear. */
class PageBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const retry = async () => {
      if (await isReachable()) location.reload()
    }
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Failure error={this.state.error} onRetry={retry} />
    )
  }
}

const Login = page(() => import('./pages/login.tsx'), 'Login')
const Join = page(() => import('./pages/join.tsx'), 'Join')
const Overview = page(() => import('./pages/overview.tsx'), 'Overview')

/** The first match is shown. */
const ROUTES: readonly (readonly [pattern: string, page: LazyPage])[] = [
  ['', Overview],
  ['login', Overview],
  ['overview', Overview],
  ['sessions', page(() => import('./pages/sessions.tsx'), 'Sessions')],
  ['sessions/*', page(() => import('./pages/session.tsx'), 'Session')],
  ['sessions/*/reasons', page(() => import('./pages/reasons.tsx'), 'SessionReasons')],
  ['surveys', page(() => import('./pages/surveys.tsx'), 'Surveys')],
  ['uploads', page(() => import('./pages/uploads.tsx'), 'Uploads')],
  ['uploads/*', page(() => import('./pages/upload.tsx'), 'Upload')],
  ['surveys/*/review', page(() => import('./pages/participant_review.tsx'), 'ParticipantReview')],
  ['review', page(() => import('./pages/session_review.tsx'), 'SessionReview')],
  ['surveys/*', page(() => import('./pages/survey.tsx'), 'Survey')],
  ['surveys/*/questions', page(() => import('./pages/survey_questions.tsx'), 'SurveyQuestions')],
  ['surveys/*/references', page(() => import('./pages/references.tsx'), 'References')],
  ['surveys/*/clusters', page(() => import('./pages/clusters.tsx'), 'Clusters')],
  ['surveys/*/participants/*', page(() => import('./pages/participant.tsx'), 'Participant')],
  ['surveys/*/participants/*/reasons', page(() => import('./pages/reasons.tsx'), 'ParticipantReasons')],
  ['typing/*', page(() => import('./pages/typing.tsx'), 'Typing')],
  ['quality', page(() => import('./pages/quality.tsx'), 'QualityPage')],
  ['keys', page(() => import('./pages/keys.tsx'), 'Keys')],
  ['setup', page(() => import('./pages/keys.tsx'), 'Keys')],
  ['settings', page(() => import('./pages/settings.tsx'), 'Settings')],
  ['privacy', page(() => import('./pages/privacy.tsx'), 'Privacy')],
  ['webhooks', page(() => import('./pages/webhooks.tsx'), 'Webhooks')],
  ['webhooks/*', page(() => import('./pages/webhook.tsx'), 'Webhook')],
  ['members', page(() => import('./pages/members.tsx'), 'Members')],
  ['audit', page(() => import('./pages/audit.tsx'), 'Audit')],
  ['account', page(() => import('./pages/account.tsx'), 'Account')],
  ...EXTENSIONS.flatMap(({ pages = {} }) => Object.entries(pages)).map(
    ([pattern, load]) => [pattern, page(async () => ({ Added: await load() }), 'Added')] as const,
  ),
]

function pageAt({ segments }: Route) {
  for (const [pattern, Found] of ROUTES) {
    const parts = pattern === '' ? [] : pattern.split('/')
    if (parts.length !== segments.length) continue
    if (!parts.every((part, i) => part === '*' || part === segments[i])) continue
    return { Found, ids: segments.filter((_, i) => parts[i] === '*') }
  }
  return undefined
}

/** The dashboard works without it: a failure is not shown. */
async function answerLater(workspaceIds: readonly string[]): Promise<void> {
  try {
    const { answerAsMember } = await import('./member_challenge.ts')
    await answerAsMember(workspaceIds)
  } catch {}
}

export function App() {
  const route = useRoute()
  const login = useLogin()
  const memberId = login.data?.member.id
  const workspaceIds = (login.data?.workspaces ?? []).map(({ id }) => id).join(' ')
  useEffect(() => {
    if (memberId !== undefined) void answerLater(workspaceIds.split(' '))
  }, [memberId, workspaceIds])
  if (route.segments[0] === 'join')
    return (
      <Suspense fallback={<Loading />}>
        <Join ids={[]} />
      </Suspense>
    )
  if (login.data === undefined)
    return (
      <main className="signed-out">
        {login.error === null ? <Loading /> : <Failure error={login.error} onRetry={() => login.refetch()} />}
      </main>
    )
  if (login.data === null)
    return (
      <Suspense fallback={<Loading />}>
        <Login ids={[]} />
      </Suspense>
    )
  const found = pageAt(route)
  return (
    <MeProvider value={login.data}>
      <ExtensionsProvider value={EXTENSIONS}>
        <Shell key={login.data.workspace.id} route={route}>
          <PageBoundary key={route.segments.join('/')}>
            <Suspense fallback={<Loading />}>
              {found === undefined ? (
                <NotFound />
              ) : (
                <found.Found key={found.ids.join('\n')} ids={found.ids} />
              )}
            </Suspense>
          </PageBoundary>
        </Shell>
      </ExtensionsProvider>
    </MeProvider>
  )
}
