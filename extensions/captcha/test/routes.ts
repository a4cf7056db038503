import type { RouteCase } from '../../../test/service/route_case.ts'

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
  ...['/captcha.js', '/recaptcha/api.js', '/turnstile/v0/api.js', '/hcaptcha/1/api.js'].map((path) =>
    open(`GET ${path}`, path),
  ),
]
