/** `npm start`. */
import { serve } from './serve.ts'
import { steadySourceThreads } from './source_threads.ts'

steadySourceThreads()
await serve()
