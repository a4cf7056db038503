/**
 * Ways to add Byhand to a site. The steps are code blocks of the how-to pages, marked with `setup=<id>`, which the build
 * reads (contract/setup_lines.ts). A new integration needs marked blocks and one entry here, or in its extension.
 */
import type { AnyDocsPage } from '../docs.ts'

export interface Integration {
  readonly id: string
  readonly name: string
  readonly page: AnyDocsPage
}

export type Integrations = Readonly<
  Record<'pages' | 'servers' | 'products' | 'surveys', readonly Integration[]>
>

/** `added`: those of extensions. */
export function integrationsWith(added: readonly Partial<Integrations>[]): Integrations {
  const more = (group: keyof Integrations) => added.flatMap((one) => one[group] ?? [])
  return {
    pages: [
      { id: 'html', name: 'HTML', page: 'how-to/add-the-script' },
      { id: 'module', name: 'JavaScript module', page: 'how-to/add-the-script' },
      { id: 'react', name: 'React', page: 'how-to/use-a-framework' },
      { id: 'vue', name: 'Vue', page: 'how-to/use-a-framework' },
      { id: 'next', name: 'Next.js', page: 'how-to/use-a-framework' },
      { id: 'nuxt', name: 'Nuxt', page: 'how-to/use-a-framework' },
      { id: 'sveltekit', name: 'SvelteKit', page: 'how-to/use-a-framework' },
      { id: 'astro', name: 'Astro', page: 'how-to/use-a-framework' },
      { id: 'react-router', name: 'React Router', page: 'how-to/use-a-framework' },
      { id: 'angular', name: 'Angular', page: 'how-to/use-a-framework' },
      { id: 'solid', name: 'Solid', page: 'how-to/use-a-framework' },
      { id: 'svelte', name: 'Svelte', page: 'how-to/use-a-framework' },
      { id: 'htmx', name: 'htmx', page: 'how-to/use-a-framework' },
      { id: 'turbo', name: 'Turbo', page: 'how-to/use-a-framework' },
      { id: 'tag-manager', name: 'Google Tag Manager', page: 'how-to/use-google-tag-manager' },
    ],
    servers: [
      { id: 'express', name: 'Express', page: 'how-to/use-the-node-client' },
      { id: 'fastify', name: 'Fastify', page: 'how-to/use-the-node-client' },
      { id: 'php', name: 'PHP', page: 'how-to/use-signed-results' },
      ...more('servers'),
    ],
    products: [...more('products'), { id: 'wordpress', name: 'WordPress', page: 'how-to/use-wordpress' }],
    surveys: [
      { id: 'jspsych', name: 'jsPsych', page: 'how-to/use-jspsych' },
      { id: 'surveyjs', name: 'SurveyJS', page: 'how-to/use-surveyjs' },
      ...more('surveys'),
      { id: 'limesurvey', name: 'LimeSurvey', page: 'how-to/use-limesurvey' },
      { id: 'survey-link', name: 'Survey link', page: 'how-to/use-survey-links' },
      { id: 'python', name: 'Python', page: 'how-to/use-the-python-client' },
      { id: 'r', name: 'R', page: 'how-to/use-the-r-package' },
    ],
  }
}
