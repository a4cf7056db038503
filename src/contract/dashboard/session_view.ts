/** One session. GET /sessions/:id, /:id/replay, /:id/log?after=, /:id/reasons, /:id/export; PUT /:id/label. */
import { type Static, Type } from 'typebox'
import { CHECK_RESULTS } from '../checks.ts'
import { EventEntry } from '../session.ts'
import { Closed, OrNull, Time } from './page.ts'
import { Action, CheckName, Label, SessionItem } from './sessions.ts'

export const CheckView = Closed({
  check: CheckName,
  kind: Type.Enum(['biometric', 'device']),
  /** What the check looks for, in the words of the specification. */
  meaning: Type.String(),
  result: Type.Enum(CHECK_RESULTS),
  /** One plain sentence with counts, never typed text. */
  evidence: Type.String(),
  /** 0 to 1 if Detected, else null. */
  strength: OrNull(Type.Number()),
  /** Only automation leaves this evidence. */
  proof: Type.Boolean(),
  /** Points it adds to the score. */
  points: Type.Number(),
  /** The score if this check were not Detected. */
  score_without: Type.Integer(),
  /** Times of the events it concerns, in milliseconds since the session began; at most 50. */
  at_ms: Type.Array(Type.Integer()),
})
export type CheckView = Static<typeof CheckView>

/** A fact to display: `Browser`, `Chrome 140 on Linux`. */
export const Fact = Closed({ name: Type.String(), value: Type.String() })
export type Fact = Static<typeof Fact>

export const SessionLabel = Closed({ label: Label, by: Type.String(), at: Time })
export type SessionLabel = Static<typeof SessionLabel>

export const SessionView = Closed({
  session_id: Type.String(),
  user_id: OrNull(Type.String()),
  tags: Type.Array(Type.String()),
  started_at: Time,
  last_at: Time,
  /** 30 minutes without an event. */
  complete: Type.Boolean(),
  risk_score: Type.Integer(),
  risk_explanation: Type.String(),
  recommended_action: Action,
  checks: Type.Array(CheckView),
  /** Tampered and missing batches, and whether the end was recorded. */
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
  label: OrNull(SessionLabel),
  same_user: Type.Array(SessionItem),
  same_device: Type.Array(SessionItem),
  event_count: Type.Integer(),
})
export type SessionView = Static<typeof SessionView>

/** PUT /sessions/:id/label. */
export const LabelRequest = Closed({ label: OrNull(Label) })
export type LabelRequest = Static<typeof LabelRequest>

const Ms = Type.Integer()

/** A replay of shapes on a timeline, without any text. All times are in ms since `started_at`. */
export const SessionReplay = Closed({
  started_at: Time,
  duration_ms: Ms,
  /** True if points were dropped to limit the size; the shape is kept. */
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
          /** The target's rectangle; null if unknown. */
          target: OrNull(Type.Tuple([Type.Integer(), Type.Integer(), Type.Integer(), Type.Integer()])),
        }),
      ),
      /** `[t, share]`: how far down the page, 0 to 1. */
      scroll: Type.Array(Type.Tuple([Ms, Type.Number()])),
      /** `[t, held ms or -1, class]`: class is an index into `key_classes`. */
      keys: Type.Array(Type.Tuple([Ms, Ms, Type.Integer()])),
      /** Text changed without typing: pastes, drops, cuts, autofill, script. `[t, characters, kind]` */
      bulk: Type.Array(
        Type.Tuple([Ms, Type.Integer(), Type.Enum(['paste', 'drop', 'autofill', 'script', 'cut'])]),
      ),
      sizes: Type.Array(Type.Tuple([Ms, Type.Integer(), Type.Integer()])),
    }),
  ),
  /** Times in which the page was hidden: `[from, to]`. */
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

/** Observations in plain words, without scores or names of checks. May be given to the person it is about. */
export const ReasonSheet = Closed({
  title: Type.String(),
  /** Subject and time: `Visit of 15 November 2026, 10:04 to 10:19 UTC`. */
  about: Type.String(),
  observations: Type.Array(Type.String()),
  /** What was not observed and therefore not checked. */
  not_observed: Type.Array(Type.String()),
  /** What the person can do, and what the observations do not prove. */
  notes: Type.Array(Type.String()),
})
export type ReasonSheet = Static<typeof ReasonSheet>
