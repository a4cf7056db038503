/** Ways to add the script to a site. Each entry is a tab of the setup; a new integration needs one entry here. */
import type { Me } from '../../contract/dashboard/me.ts'

export interface Step {
  readonly text: string
  readonly code: string
}

export interface Integration {
  readonly id: string
  readonly name: string
  steps(service: Me['service'], siteKey: string): readonly Step[]
}

export const INTEGRATIONS: readonly Integration[] = [
  {
    id: 'html',
    name: 'HTML',
    steps: ({ url, script_path }, siteKey) => [
      {
        text: 'Paste this tag into every page whose visits you want to record.',
        code: `<script src="${url}${script_path}" data-site-key="${siteKey}" async></script>`,
      },
    ],
  },
  {
    id: 'module',
    name: 'JavaScript module',
    steps: ({ url, module_path, ingest_path }, siteKey) => [
      {
        text: 'Download the module into your project. It has no dependencies.',
        code: `curl -o byhand.mjs ${url}${module_path}`,
      },
      {
        text: 'Start it once, where your app starts.',
        code: `import { start } from './byhand.mjs'\n\nstart({\n  siteKey: '${siteKey}',\n  endpoint: '${url}${ingest_path}',\n})`,
      },
    ],
  },
]
