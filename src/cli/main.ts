/** The `byhand` command. */
import { runProgram } from './program.ts'
import { processTerminal } from './terminal.ts'

const exitCode = await runProgram(process.argv.slice(2), processTerminal)
if (exitCode !== 0) process.exitCode = exitCode
