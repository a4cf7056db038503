/** A single session: its report, replay and event log, its label, and a summary for the person concerned. */
import { type Static, Type } from 'typebox'
import { CHECK_RESULTS } from '../checks.ts'
import { Field } from '../field.ts'
import { NOTE_CHARS } from '../limits.ts'
import { EventEntry, LimitedBy, OverriddenBy, RiskParts } from '../session.ts'
import { StepUp } from '../step_up.ts'
import { Closed, OrNull, Time } from './page.ts'
import { Action, CheckName, Input, Label, SessionItem } from './sessions.ts'

export const CheckView = Closed({
  check: CheckName,
  kind: Type.Enum(['biometric', 'device']),
  /** What the check detects, in one sentence. */
  meaning: Type.String(),
  result: Type.Enum(CHECK_RESULTS),
  /** One sentence of counts; never typed text. */
  evidence: Type.String(),
  /** 0 to 1; null unless the result is Detected. */
  strength: OrNull(Type.Number()),
  /** Whether only automation can cause the result. */
  proof: Type.Boolean(),
  /** Points added to the score. Those of all checks sum to it. */
  points: Type.Integer(),
  /** What reduced the points; null if nothing did. */
  limited_by: OrNull(LimitedBy),
  /** Score without this detection. */
  score_without: Type.Integer(),
  /** Times of the events behind the result, in ms since the start of the session; at most 50. */
  at_ms: Type.Array(Type.Integer()),
})
export type CheckView = Static<typeof CheckView>

const Ms = Type.Integer()

/** A property of the device or network, ready for display: `Browser`, `Chrome 140 on Linux`. */
export const Fact = Closed({ name: Type.String(), value: Type.String() })
export type Fact = Static<typeof Fact>

export const SessionView = Closed({
  session_id: Type.String(),
  user_id: OrNull(Type.String()),
  tags: Type.Array(Type.String()),
  /** These four and the duration name the visit, as in lists. */
  browser: OrNull(Type.String()),
  system: OrNull(Type.String()),
  inputs: Type.Array(Input),
  routes: Type.Array(Type.String()),
  started_at: Time,
  last_at: Time,
  /** Of the replay, the event log and lists. */
  duration_ms: Ms,
  /** True after 30 minutes without an event. */
  complete: Type.Boolean(),
  risk_score: Type.Integer(),
  risk_parts: RiskParts,
  risk_explanation: Type.String(),
  recommended_action: Action,
  effective_action: Action,
  checks: Type.Array(CheckView),
  /** Completeness of the recording. */
  coverage: Closed({
    pages: Type.Integer(),
    events: Type.Integer(),
    gaps: Type.Integer(),
    tampered: Type.Integer(),
    overflow: Type.Integer(),
    ended: Type.Boolean(),
  }),
  device: Type.Array(Fact),
  network: Type.Array(Fact),
  label: OrNull(OverriddenBy),
  step_up: OrNull(StepUp),
  same_user: Type.Array(SessionItem),
  same_device: Type.Array(SessionItem),
  event_count: Type.Integer(),
})
export type SessionView = Static<typeof SessionView>

export const LabelRequest = Closed(
  {
    label: Field(Label, 'The label to set.'),
    note: Type.Optional(Type.String({ maxLength: NOTE_CHARS, description: 'Reason, for reviewers.' })),
  },
  'LabelRequest',
  'A label to set.',
)
export type LabelRequest = Static<typeof LabelRequest>

/** `previous` is the label before the change, to undo it. */
export const LabelChanged = Closed(
  {
    label: OrNull(OverriddenBy, 'The label after the change, or null.'),
    previous: OrNull(OverriddenBy, 'The label before the change, or null.'),
  },
  'LabelChange',
  'A changed label.',
)
export type LabelChanged = Static<typeof LabelChanged>

/** Movement and timing without any typed text. All times are ms since `started_at`. */
export const SessionReplay = Closed({
  started_at: Time,
  duration_ms: Ms,
  /** Whether points were left out to limit the size. */
  thinned: Type.Boolean(),
  /** Page loads in order. */
  pages: Type.Array(
    Closed({
      at: Ms,
      path: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      /** `[t, x, y]`, in viewport pixels. */
      pointer: Type.Array(Type.Tuple([Ms, Type.Integer(), Type.Integer()])),
      clicks: Type.Array(
        Closed({
          at: Ms,
          x: Type.Integer(),
          y: Type.Integer(),
          by: Type.Enum(['mouse', 'pen', 'touch', 'keyboard', 'script']),
          /** Rectangle of the target; null if unknown. */
          target: OrNull(Type.Tuple([Type.Integer(), Type.Integer(), Type.Integer(), Type.Integer()])),
          /** Name of the target, as in the event log; may be empty. */
          label: Type.String(),
        }),
      ),
      /** `[t, share, px]`: scroll position, 0 to 1 and in pixels. */
      scroll: Type.Array(Type.Tuple([Ms, Type.Number(), Type.Integer()])),
      /** `[t, name]`: the field in use from this time on, named as in `clicks`. */
      fields: Type.Array(Type.Tuple([Ms, Type.String()])),
      /** `[t, held ms or -1, class]`; `class` is an index into `key_classes`. */
      keys: Type.Array(Type.Tuple([Ms, Ms, Type.Integer()])),
      /** Text changed without typing: `[t, characters, kind]`. */
      bulk: Type.Array(
        Type.Tuple([Ms, Type.Integer(), Type.Enum(['paste', 'drop', 'autofill', 'script', 'cut'])]),
      ),
      sizes: Type.Array(Type.Tuple([Ms, Type.Integer(), Type.Integer()])),
    }),
  ),
  /** Periods in which the page was hidden or not focused: `[from, to]`. */
  away: Type.Array(Type.Tuple([Ms, Ms])),
  key_classes: Type.Array(Type.String()),
})
export type SessionReplay = Static<typeof SessionReplay>

export const SessionLog = Closed({
  event_count: Type.Integer(),
  items: Type.Array(EventEntry),
  next: OrNull(Type.String()),
})
export type SessionLog = Static<typeof SessionLog>

/** Observations for the person concerned with their points, without check names or results. */
export const ReasonSheet = Closed({
  title: Type.String(),
  /** Such as `Visit on 15 Nov 2026, from 10:04 to 10:19 UTC`. */
  about: Type.String(),
  /** Of a session: observations that add to its score, each with its points. */
  counted: Type.Array(Type.String()),
  observations: Type.Array(Type.String()),
  /** Such as `Together: 34 of 100 points`; absent for a survey participant and without points. */
  sum: Type.Optional(Type.String()),
  /** Topics with too little data. */
  not_observed: Type.Array(Type.String()),
  /** Limits of the observations, and how to object. */
  notes: Type.Array(Type.String()),
})
export type ReasonSheet = Static<typeof ReasonSheet>
