import type { RouteCase } from '../../../test/service/route_case.ts'
import { CAPTCHA_SCRIPTS } from '../paths.ts'

const open = (route: string, path: string) =>
  ({ route, family: 'pages', access: 'open', role: null, path: () => path }) as const

export const CASES: readonly RouteCase[] = [
  ...['', '/recaptcha/api', '/turnstile/v0', '/hcaptcha'].map(
    (vendor): RouteCase => ({
      ...open(`POST ${vendor}/siteverify`, `${vendor}/siteverify`),
      family: '/siteverify',
      body: () => ({ secret: 'none', response: 'none' }),
    }),
  ),
  ...Object.values(CAPTCHA_SCRIPTS).map((path) => open(`GET ${path}`, path)),
]
