/**
 * How long the service keeps what. The code reads these values, and docs/explanation/data-protection.md lists them; its
 * test compares both.
 */

/** An owner can change these for a workspace. Null: forever. */
export const DEFAULT_RETENTION = { session_days: 180, survey_days: null, address_hours: 24 } as const

/** Fixed periods. */
export const KEPT = {
  deliveryDays: 30,
  uploadDays: 7,
  idempotencyHours: 24,
  voteWeeks: 2,
  loginDays: 7,
  loginIdleHours: 12,
  invitationDays: 7,
} as const
