/** The `byhand` command. */
import { steadySourceThreads } from '../server/base/source_threads.ts'
import { runProgram } from './program.ts'
import { processTerminal } from './terminal.ts'

steadySourceThreads()
const exitCode = await runProgram(process.argv.slice(2), processTerminal)
if (exitCode !== 0) process.exitCode = exitCode
