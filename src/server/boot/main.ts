/** `npm start`. */

import { disableWasmTiering } from '../base/wasm_tiering.ts'
import { serve } from './serve.ts'

disableWasmTiering()
await serve()
