/** `byhand qualtrics`: adds Byhand to a Qualtrics survey file, or writes an example. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Command, InvalidArgumentError } from 'commander'
import { cannotRead } from '../../src/cli/file_error.ts'
import { writeNewFile } from '../../src/cli/new_file.ts'
import { serviceUrl } from '../../src/cli/service_url.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { defined } from '../../src/contract/defined.ts'
import { SCRIPT_FILE } from '../../src/contract/paths.ts'
import { addParts, type PartOptions } from './add_parts.ts'
import { parseQsf } from './qsf.ts'
import { sampleSurvey } from './sample_survey.ts'

interface Flags {
  readonly url: string
  readonly siteKey: string
  readonly key?: string
  readonly script: string
  readonly question?: string[]
  readonly consentQuestion?: PartOptions['consent']
  readonly out: string
}

/** The secret key can be entered later in Qualtrics, so that it is in no file. */
const NO_KEY = 'ENTER-YOUR-SECRET-KEY'

export function qualtricsCommand(terminal: Terminal): Command {
  return new Command('qualtrics')
    .description('add Byhand to a Qualtrics survey file (.qsf), or write an example survey')
    .argument('[file]', 'survey exported from Qualtrics (default: an example with two open-ended questions)')
    .requiredOption('--url <url>', 'public https URL of the service', serviceUrl)
    .requiredOption('--site-key <key>', 'site key, bh_pk_…', siteKey)
    .option('--key <key>', 'secret key with the survey permission; without it, enter the key in Qualtrics')
    .option('--script <name>', 'file name of the browser script', SCRIPT_FILE)
    .option(
      '--question <id>',
      'text question to record, such as QID3; repeatable (default: essay and multi-line questions)',
      (id: string, before: string[] = []) => [...before, id],
    )
    .option(
      '--consent-question <id[=choice]>',
      'record only if this multiple-choice question is answered with this choice (default: the first)',
      consentQuestion,
    )
    .requiredOption('--out <file>', 'new survey file, to import into Qualtrics')
    .action(async (file: string | undefined, flags: Flags) => {
      const qsf = file === undefined ? sampleSurvey() : parseQsf(await textOf(file), file)
      const recorded = addParts(qsf, {
        url: flags.url,
        scriptPath: `/${flags.script}`,
        siteKey: flags.siteKey,
        secretKey: flags.key ?? NO_KEY,
        ...defined({ questions: flags.question, consent: flags.consentQuestion }),
      })
      await writeNewFile(flags.out, async () => Readable.from([`${JSON.stringify(qsf)}\n`]))
      terminal.out(`${flags.out}: records ${recorded.map(({ QuestionID }) => QuestionID).join(', ')}`)
      if (flags.key === undefined)
        terminal.note(`In Qualtrics, replace ${NO_KEY} in the Web Service element of the survey flow.\n`)
      else terminal.note(`${flags.out} contains your secret key. Delete the file after the import.\n`)
    })
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw cannotRead(file, error)
  }
}

/** It becomes an attribute of a tag. */
function siteKey(given: string): string {
  if (/^bh_pk_\w+$/.test(given)) return given
  throw new InvalidArgumentError('A site key begins with bh_pk_.')
}

function consentQuestion(given: string): PartOptions['consent'] {
  const [question = '', choice] = given.split('=', 2)
  return { question, ...defined({ choice }) }
}
