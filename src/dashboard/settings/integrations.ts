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
  {
    id: 'jspsych',
    name: 'jsPsych',
    steps: ({ url, script_path }, siteKey) => [
      {
        text: 'Load the extension after jsPsych.',
        code: `<script src="${url}/integrations/jspsych.js"></script>`,
      },
      {
        text: 'Add it to the experiment.',
        code: `const jsPsych = initJsPsych({\n  extensions: [{\n    type: jsPsychExtensionByhand,\n    params: { src: '${url}${script_path}', siteKey: '${siteKey}' },\n  }],\n})`,
      },
      {
        text: 'Add it to each trial with an open question.',
        code: `extensions: [{ type: jsPsychExtensionByhand, params: { id: 'question1' } }]`,
      },
    ],
  },
  {
    id: 'surveyjs',
    name: 'SurveyJS',
    steps: ({ url, script_path }, siteKey) => [
      { text: 'Install the package.', code: 'npm install @byhand/surveyjs' },
      {
        text: 'Call it on your model, before you render the survey.',
        code: `import { byhandSurvey } from '@byhand/surveyjs'\n\nbyhandSurvey(survey, {\n  src: '${url}${script_path}',\n  siteKey: '${siteKey}',\n})`,
      },
    ],
  },
  {
    id: 'qualtrics',
    name: 'Qualtrics',
    steps: ({ url }, siteKey) => [
      {
        text: 'Export your survey from Qualtrics as a .qsf file, add Byhand to it, and import the new file.',
        code: `npx byhand qualtrics mine.qsf --url ${url} --site-key ${siteKey} --out with-byhand.qsf`,
      },
    ],
  },
  {
    id: 'survey-link',
    name: 'Survey link',
    steps: (_service, siteKey) => [
      {
        text: 'For Google Forms, Typeform and others: create a link that opens your survey and one that completes it.',
        code: `npx byhand link --site-key ${siteKey} --title "My study" \\\n  --survey-url "https://example.org/survey?pid={participant}&byhand={session}" \\\n  --completion-url "https://app.prolific.com/submissions/complete?cc=CODE"`,
      },
    ],
  },
]
