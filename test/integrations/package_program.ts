/** A program of a user with every npm package. It is compiled and run where they are installed. */
export const PROGRAM = `
import { start } from 'byhand'
import { ByhandExtension } from '@byhand/jspsych'
import { ByhandError, openClient } from '@byhand/node'
import { requireHuman as forExpress } from '@byhand/node/express'
import { requireHuman as forFastify } from '@byhand/node/fastify'
import { requireHuman as forWeb } from '@byhand/node/web'
import { Byhand, useByhand } from '@byhand/react'
import { byhandSurvey } from '@byhand/surveyjs'
import { useByhand as useByhandInVue } from '@byhand/vue'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'

const [url, siteKey, secretKey] = process.argv.slice(2) as [string, string, string]
const options = { src: url + '/byhand.js', siteKey }

const client = openClient({ url, secretKey })
const { checks } = await client.checkSurvey({
  survey_id: 's1',
  participant_id: 'p1',
  questions: { q1: 'What do you like about your town?' },
  responses: { q1: 'asdkjh qwlekj zxmcnb' },
})
const unknown: number | Error = await client.report('none').then(
  () => 200,
  (error) => (error instanceof ByhandError ? error.status : error),
)

const Status = () => useByhand().status
const react = renderToStaticMarkup(createElement(Byhand, options, createElement(Status)))
const vue = await renderToString(
  createSSRApp({
    setup: () => {
      const { status } = useByhandInVue(options)
      return () => status.value
    },
  }),
)

console.log(
  JSON.stringify({
    browser: typeof start,
    node: { checks, unknown },
    guards: [typeof forExpress, typeof forFastify, typeof forWeb],
    react,
    vue,
    jspsych: ByhandExtension.info.name,
    surveyjs: typeof byhandSurvey,
  }),
)
`
