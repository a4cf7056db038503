/** `npm start`. */

import { steadySourceThreads } from '../base/source_threads.ts'
import { serve } from './serve.ts'

steadySourceThreads()
await serve()
