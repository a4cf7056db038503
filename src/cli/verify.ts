/** `byhand verify`: rebuilds a report from an evidence document, offline, and compares them. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { NotEvidence, type Verification, verifyEvidence } from '../report/verify_evidence.ts'
import { EVIDENCE_MAKER } from '../server/scoring/evidence_maker.ts'
import { cannotRead } from './file_error.ts'
import { CommandError, type Terminal } from './terminal.ts'

export function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .description('rebuild a report from its evidence and compare the two; works offline')
    .argument('<file>', 'the response of GET /v1/sessions/{sessionId}/evidence; - reads standard input')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  curl -H "Authorization: Bearer $KEY" "$BASE/v1/sessions/$ID/evidence" > evidence.json
  byhand verify evidence.json

Exit code 0: the same. 1: different, or not an evidence document.`,
    )
    .action(async (file: string, { json }: { json?: boolean }) => {
      const verification = verify(await read(file), file)
      terminal.out(json ? JSON.stringify(verification) : inWords(verification))
      if (!verification.same) {
        throw new CommandError('The document does not match its recording.')
      }
    })
}

async function read(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
  } catch (error) {
    throw cannotRead(file, error)
  }
}

function verify(document: string, file: string): Verification {
  try {
    return verifyEvidence(document, EVIDENCE_MAKER)
  } catch (error) {
    if (error instanceof NotEvidence) throw new CommandError(`${file}: ${error.message}`)
    throw error
  }
}

function inWords({ same, session_id, risk_score, recommended_action, differences }: Verification): string {
  const found = `Session ${session_id}: the recording yields score ${risk_score} and action ${recommended_action}.`
  if (same) return `${found}\nSame: score, action and all checks are byte for byte identical.`
  return [found, 'Different:', ...differences.map((difference) => `  ${difference}`)].join('\n')
}
