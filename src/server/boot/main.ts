/** `npm start`. */

import { disableWasmTiering } from '../workers/wasm_tiering.ts'
import { serve } from './serve.ts'

disableWasmTiering()
await serve()
