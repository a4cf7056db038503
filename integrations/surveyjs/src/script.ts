/** The call for pages without a bundler. `survey.core.min.js` must be loaded before it. */
import { byhandSurvey } from './index.ts'

Object.assign(globalThis, { byhandSurvey })
