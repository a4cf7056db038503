/** The `byhand` command. */
import { disableWasmTiering } from '../server/workers/wasm_tiering.ts'
import { runProgram } from './program.ts'
import { processTerminal } from './terminal.ts'

disableWasmTiering()
const exitCode = await runProgram(process.argv.slice(2), processTerminal)
if (exitCode !== 0) process.exitCode = exitCode
