/** Ways to add Byhand to a site. Each entry is a tab of the setup; a new integration needs one entry here. */
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
        text: 'Paste this tag into every page that you want to record.',
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
    id: 'node',
    name: 'Node server',
    steps: ({ url }, siteKey) => [
      {
        text: 'On the page with your form, add the script tag from the HTML tab. Then add this field and script.',
        code: `<input type="hidden" name="byhand-result">\n\n<script>\n  const form = document.querySelector('form')\n  form.addEventListener('submit', async (event) => {\n    event.preventDefault()\n    form.elements['byhand-result'].value = await byhand.getSignedResult('signup')\n    form.submit()\n  })\n</script>`,
      },
      { text: 'Install the client on your server.', code: 'npm install @byhand/node' },
      {
        text: 'Stop bots before your handler runs. This example uses Express. The package also supports Fastify and Next.js.',
        code: `import { openClient } from '@byhand/node'\nimport { requireHuman } from '@byhand/node/express'\n\nconst client = openClient({ url: '${url}', secretKey: 'bh_sk_REPLACE' })\n\napp.use(express.urlencoded())\napp.post('/signup', requireHuman({ client, siteKey: '${siteKey}' }), handler)`,
      },
    ],
  },
  {
    id: 'forward-auth',
    name: 'Proxy',
    steps: ({ url, script_path }, siteKey) => [
      {
        text: 'Paste both tags into every page. The second script keeps a signed result in a cookie on your site.',
        code: `<script src="${url}${script_path}" data-site-key="${siteKey}" async></script>\n<script src="${url}/cookie.js" async></script>`,
      },
      {
        text: 'Choose by path what happens to visitors without a result.',
        code: 'npx byhand settings set --forward-auth /=allow /signup=block',
      },
      {
        text: 'Let your proxy ask Byhand about each request. The deploy/forward-auth folder in the package has complete examples for nginx, Caddy, HAProxy and Traefik.',
        code: `location = /byhand-forward-auth {\n  internal;\n  proxy_pass ${url}/v1/forward-auth?site_key=${siteKey};\n  proxy_set_header Authorization "Bearer bh_sk_REPLACE";\n  proxy_set_header X-Forwarded-Uri $request_uri;\n  proxy_pass_request_body off;\n  proxy_set_header Content-Length "";\n}`,
      },
    ],
  },
  {
    id: 'wordpress',
    name: 'WordPress',
    steps: ({ url }, siteKey) => [
      {
        text: 'Copy the plugin from integrations/wordpress to your site, and activate it.',
        code: 'cp -r integrations/wordpress/byhand wp-content/plugins/',
      },
      { text: 'Enter these values and a secret key under Settings > Byhand.', code: `${url}\n${siteKey}` },
    ],
  },
  {
    id: 'tag-manager',
    name: 'Tag Manager',
    steps: ({ url }, siteKey) => [
      {
        text: 'Import integrations/google-tag-manager/template.tpl as a tag template, and create a tag with these values.',
        code: `${url}\n${siteKey}`,
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
        text: 'Add it to each trial with an open-ended question.',
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
        text: 'Call byhandSurvey with your model before you render the survey.',
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
    id: 'limesurvey',
    name: 'LimeSurvey',
    steps: ({ url }, siteKey) => [
      {
        text: 'Download the plugin, and install it in LimeSurvey: Configuration, Plugins, Upload & install.',
        code: `${url}/integrations/limesurvey.zip`,
      },
      { text: 'Enter the URL of the service in the plugin settings.', code: url },
      { text: 'Enter the site key, and a secret key with the permission "Analyze surveys".', code: siteKey },
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
