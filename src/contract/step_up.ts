/** The step-up verification: a short typing task for sessions that need a review. Its result stands beside the report. */
import { type Static, Type } from 'typebox'
import { ResultRequest } from './result.ts'
import { STEP_UP_RESULTS } from './step_up_field.ts'

export { type StepUpResult, stepUpField } from './step_up_field.ts'

/** How long a task can be answered. */
export const STEP_UP_LIFE_MS = 10 * 60_000

/** Tasks that one session can get until it passes one. */
export const STEP_UP_TASKS = 3

/** How long a passed task counts, and for how many redeemed results: one person's forms, not a program's. */
export const PASS_LIFE_MS = 60 * 60_000
export const PASS_USES = 5

export const StepUp = Type.Object(
  {
    result: Type.Enum(STEP_UP_RESULTS, {
      description:
        '`passed`: the sentence of the task was typed as people type, in a session that passed the challenge. `failed`: a program typed it, or another text was typed. `unknown`: not answered, too little evidence, or the session did not pass the challenge.',
    }),
    reason: Type.String({ description: 'The reason for the result. Never contains typed text.' }),
    asked_at: Type.Integer({ description: 'Time at which the task was shown, in Unix milliseconds.' }),
    answered_at: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Time of the answer, in Unix milliseconds; null without an answer.',
    }),
  },
  {
    additionalProperties: false,
    title: 'StepUp',
    description: 'The step-up verification that the page asked for. It never changes the risk score.',
  },
)
export type StepUp = Static<typeof StepUp>

const credentials = {
  site_key: ResultRequest.properties.site_key,
  result: Type.String({ description: 'A current signed result of the session.', examples: ['bhr1_…'] }),
}

export const StepUpRequest = Type.Object(credentials, {
  additionalProperties: false,
  title: 'StepUpRequest',
  description: 'Asks whether the session needs step-up verification.',
})
export type StepUpRequest = Static<typeof StepUpRequest>

const task = Type.String({
  pattern: '^[A-Za-z0-9_-]{22}$',
  description: 'ID of the task. It can be answered once.',
  examples: ['Jt4xW0bQz8mRk2vYc6sNdA'],
})

export const StepUpTask = Type.Union(
  [
    Type.Object(
      {
        needed: Type.Literal(false, {
          description: 'The session needs no step-up verification.',
          examples: [false],
        }),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        needed: Type.Literal(true, { description: 'The page shows a task.', examples: [true] }),
        task,
        sentence: Type.String({
          description: 'The sentence to type. The service chooses it.',
          examples: ['my friend rested by a river on dark winter days'],
        }),
        expires_at: Type.Integer({
          description: 'Time until which the task can be answered, in Unix milliseconds.',
        }),
      },
      { additionalProperties: false },
    ),
  ],
  { title: 'StepUpTask', description: 'Whether the session needs step-up verification, and its task.' },
)
export type StepUpTask = Static<typeof StepUpTask>

export const StepUpAnswer = Type.Object(
  {
    ...credentials,
    task,
    canceled: Type.Optional(
      Type.Boolean({ description: 'The visitor closed the task without an answer.', examples: [false] }),
    ),
  },
  {
    additionalProperties: false,
    title: 'StepUpAnswer',
    description: 'Ends a task. The service computes the result from the events that it received.',
  },
)
export type StepUpAnswer = Static<typeof StepUpAnswer>

export const StepUpDone = Type.Object(
  { done: Type.Literal(true, { description: 'The result is stored with the session.', examples: [true] }) },
  { additionalProperties: false, title: 'StepUpDone', description: 'The task has ended.' },
)
export type StepUpDone = Static<typeof StepUpDone>
