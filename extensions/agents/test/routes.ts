import { both, type RouteCase } from '../../../test/service/route_case.ts'

const AGENT = {
  url: 'https://agent.example',
  policy: 'allow',
  keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }],
}

export const CASES: readonly RouteCase[] = [
  both('GET', '/v1/agents', 'viewer', () => '/v1/agents'),
  both('PUT', '/v1/agents/:name', 'owner', () => '/v1/agents/Assistant', { body: () => AGENT }),
  both('DELETE', '/v1/agents/:name', 'owner', () => '/v1/agents/Nobody', { status: 404 }),
  {
    route: 'POST /v1/agents/verify',
    family: '/v1/results',
    access: 'sessions',
    role: null,
    path: () => '/v1/agents/verify',
    body: ({ siteKey }) => ({
      method: 'GET',
      url: 'https://shop.example/',
      headers: { 'signature-agent': '"https://agent.example"' },
      site_key: siteKey,
    }),
  },
]
