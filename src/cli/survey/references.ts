/** `byhand surveys references`: what chatbots answer to the questions of a survey. */
import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { type QuestionReferencesView, ReferencesRequest } from '../../contract/dashboard/survey_references.ts'
import { REFERENCE_LIMITS } from '../../contract/limits.ts'
import { checkedBody } from '../../server/http/validation.ts'
import { openSurveyPool } from '../../server/survey/check/pool.ts'
import { openSurveyReferences } from '../../server/survey/references/survey_references.ts'
import { cannotRead } from '../file_error.ts'
import { asDate, type Columns, CommandError, listing, printResult, type Terminal } from '../terminal.ts'
import { type CommandOptions, type CommandWorkspace, inWorkspace, subcommand } from '../workspace_command.ts'

/** Larger files hold more references than are accepted. */
const MOST_BYTES = 4 * REFERENCE_LIMITS.answers * REFERENCE_LIMITS.chars

const checked = checkedBody(ReferencesRequest)

interface Conditional {
  readonly condition?: string
}

export function referencesCommand(terminal: Terminal): Command {
  const list = subcommand('list', 'list the reference answers of a survey')
    .argument('<survey>', 'the ID of the survey')
    .action(async (survey: string, options: CommandOptions) => {
      const { items } = await withReferences(options, ({ references, actor }) =>
        references.list(actor.workspace, survey),
      )
      printResult(terminal, options, items, () => listing(COLUMNS, items))
    })

  const set = subcommand('set', 'replace the reference answers to a question by those in a file')
    .argument('<survey>', 'the ID of the survey')
    .argument('<question>', 'the ID of the question')
    .argument('<file>', 'a text file with one answer per paragraph, or a JSON file with a list of texts')
    .requiredOption('--text <question>', 'the text of the question')
    .option('--condition <name>', 'the condition of an experiment')
    .action(
      async (
        survey: string,
        questionId: string,
        path: string,
        options: CommandOptions & Conditional & { text: string },
      ) => {
        const texts = textsIn(await contentOf(path), path)
        const stored = await withReferences(options, async ({ references, actor }) => {
          const { items } = await references.list(actor.workspace, survey)
          const { condition } = options
          const held = items.find((one) => one.question_id === questionId && one.condition === condition)
          const given = {
            question_id: questionId,
            question: options.text,
            ...(condition !== undefined && { condition }),
            version: held?.version ?? 0,
            references: texts,
          }
          return references.replace(actor, survey, checked(given))
        })
        if (options.json) return terminal.out(JSON.stringify(stored, null, 2))
        terminal.out(`${questionId}: ${stored.usable} of ${stored.of} reference answers are usable.`)
        for (const { text, reason } of stored.dropped) terminal.out(`left out: "${text}" ${reason}`)
        terminal.note('The running service analyzes the participants again.\n')
      },
    )

  const remove = subcommand('remove', 'delete the reference answers to a question')
    .argument('<survey>', 'the ID of the survey')
    .argument('<question>', 'the ID of the question')
    .option('--condition <name>', 'the condition of an experiment')
    .action(async (survey: string, questionId: string, options: CommandOptions & Conditional) => {
      const left = await withReferences(
        options,
        ({ references, actor }) => references.remove(actor, survey, questionId, options.condition),
        `The question ${questionId} has no reference answers.`,
      )
      terminal.out(options.json ? JSON.stringify(left.items, null, 2) : 'Deleted.')
    })

  return new Command('references')
    .description('reference answers: what chatbots answer to the questions of a survey')
    .addCommand(list)
    .addCommand(set)
    .addCommand(remove)
}

type Opened = CommandWorkspace & { readonly references: ReturnType<typeof openSurveyReferences> }

async function withReferences<Result>(
  options: CommandOptions,
  run: (opened: Opened) => Promise<Result>,
  missing?: string,
): Promise<Result> {
  const pool = openSurveyPool({ threads: 1 })
  try {
    return await inWorkspace(
      'surveys references',
      options,
      (opened) => {
        // A running service takes up the new analysis within seconds.
        const references = openSurveyReferences({ ...opened, pool, wake: () => {} })
        return run({ ...opened, references })
      },
      missing,
    )
  } finally {
    await pool.close()
  }
}

async function contentOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error) => {
    throw cannotRead(path, error)
  })
  if (bytes.length > MOST_BYTES) throw new CommandError(`${path} is larger than ${MOST_BYTES} bytes.`)
  return bytes.toString('utf8').replace(/^\ufeff/, '')
}

/** Empty lines separate the answers of a text file. */
function textsIn(content: string, path: string): string[] {
  if (!/^\s*\[/.test(content)) {
    return content
      .split(/\r?\n[ \t]*\r?\n/)
      .map((text) => text.trim())
      .filter((text) => text !== '')
  }
  try {
    const value: unknown = JSON.parse(content)
    if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value
  } catch {
    // The message below says what is expected.
  }
  throw new CommandError(`${path} is not a JSON list of texts.`)
}

const COLUMNS: Columns<QuestionReferencesView> = {
  question: ({ question_id }) => question_id,
  condition: ({ condition = '' }) => condition,
  'reference answers': ({ references }) => references.length,
  version: ({ version }) => version,
  changed: ({ changed_at }) => asDate(changed_at),
  text: ({ question }) => question.replace(/\s+/g, ' ').slice(0, 60),
}
