/** `byhand surveys references`: what chatbots answer to the questions of a survey. */
import { Argument, Command, Option } from 'commander'
import type {
  QuestionReferencesView,
  ReferenceList,
  ReferencesRequest,
  SavedReferences,
} from '../../contract/dashboard/survey_references.ts'
import { openNames } from '../operations/named.ts'
import { readWhole } from '../read_whole.ts'
import { asDate, type Columns, CommandError, type Terminal } from '../terminal.ts'

export function referencesCommand(terminal: Terminal): Command {
  const named = openNames(terminal, 'surveys references')
  const question = () => new Argument('<question>', 'the ID of the question')
  return new Command('references')
    .description('reference answers: what chatbots answer to the questions of a survey')
    .addCommand(
      named({
        name: 'list',
        description: 'list the reference answers of a survey',
        operation: 'listReferences',
        columns: COLUMNS,
      }),
    )
    .addCommand(
      named<SavedReferences>({
        name: 'set',
        description: 'replace the reference answers to a question by those in a file',
        operation: 'setReferences',
        arguments: { question_id: question() },
        options: {
          question: new Option('--text <question>', 'the text of the question').makeOptionMandatory(),
          version: null,
          references: null,
          pasted: null,
        },
        more: [
          new Argument(
            '<file>',
            'a text file with empty lines between the answers, as pasted, or a JSON file with a list of texts',
          ),
        ],
        async run({ json }, { fields, options: { file } }) {
          const given = answersIn((await readWhole(file)).toString('utf8'), file)
          const { items } = await json<ReferenceList>('listReferences', fields)
          const held = items.find(
            ({ question_id, condition }) =>
              question_id === fields.question_id && condition === fields.condition,
          )
          return json('setReferences', { ...fields, ...given, version: held?.version ?? 0 })
        },
        text: ({ question_id, usable, of, dropped }) =>
          [
            `${question_id}: ${usable} of ${of} reference answers are usable.`,
            ...dropped.map(({ text, reason }) => `left out: "${text}" ${reason}`),
          ].join('\n'),
        after(_, { options: { json } }) {
          if (!json) terminal.note('The running service analyzes the participants again.\n')
        },
      }),
    )
    .addCommand(
      named<ReferenceList>({
        name: 'remove',
        description: 'delete the reference answers to a question',
        operation: 'removeReferences',
        arguments: { question_id: question() },
        text: () => 'Deleted.',
        json: ({ items }) => items,
        missing: ({ fields: { question_id } }) => `The question ${question_id} has no reference answers.`,
      }),
    )
}

function answersIn(file: string, path: string): Pick<ReferencesRequest, 'references' | 'pasted'> {
  const content = file.replace(/^\ufeff/, '')
  if (!/^\s*\[/.test(content)) return { pasted: content }
  try {
    const value: unknown = JSON.parse(content)
    if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return { references: value }
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
