/** Login and the logged-in member. POST /login, /first-login, /join, /logout, /logout-everywhere, /workspace; GET /me. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Role } from './page.ts'

const Email = Type.String({ minLength: 3, maxLength: 254 })
const Password = Type.String({ minLength: 1, maxLength: 200 })
const Token = Type.String({ minLength: 1, maxLength: 128 })
const PersonName = Type.String({ maxLength: 100 })

/** A code of the second factor, as a person enters it: six digits or, at a login, a recovery code. */
export const TotpCode = Type.String({ minLength: 1, maxLength: 40 })

export const LoginRequest = Closed({ email: Email, password: Password, totp: Type.Optional(TotpCode) })
export type LoginRequest = Static<typeof LoginRequest>

/** Describes a login or invite link. POST /link {token}; 410 `invalid_link` if the link is no longer valid. */
export const LinkRequest = Closed({ token: Token })
export const LinkOffer = Closed({
  kind: Type.Enum(['first-login', 'invitation', 'reset']),
  workspace: Type.String(),
  role: Role,
  /** Only this email may accept; empty allows any. */
  email: Type.String(),
})
export type LinkOffer = Static<typeof LinkOffer>

export const FirstLoginRequest = Closed({ token: Token, email: Email, password: Password })
export type FirstLoginRequest = Static<typeof FirstLoginRequest>

/** An existing account joins with its own password, and with `totp` if it uses two-factor authentication. */
export const JoinRequest = Closed({
  token: Token,
  name: PersonName,
  email: Email,
  password: Password,
  totp: Type.Optional(TotpCode),
})
export type JoinRequest = Static<typeof JoinRequest>

export const SwitchRequest = Closed({ workspace_id: Type.String({ minLength: 1, maxLength: 64 }) })
export type SwitchRequest = Static<typeof SwitchRequest>

export const WorkspaceRef = Closed({
  id: Type.String(),
  name: Type.String(),
  role: Role,
  /** Whether it holds sample data only. */
  demo: Type.Boolean(),
})
export type WorkspaceRef = Static<typeof WorkspaceRef>

/** Also the response of login, first-login, join and workspace. */
export const Me = Closed({
  member: Closed({
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    totp: Type.Boolean(),
    /** How many recovery codes of the second factor are left. */
    recovery_codes: Type.Integer(),
  }),
  role: Role,
  workspace: Closed({ id: Type.String(), name: Type.String(), demo: Type.Boolean() }),
  workspaces: Type.Array(WorkspaceRef),
  /** Public URL and paths of the service, for the script tag. */
  service: Closed({
    url: Type.String(),
    script_path: Type.String(),
    module_path: Type.String(),
    ingest_path: Type.String(),
    version: Type.String(),
    /** Without a current list of Tor exits, the check `tor` is Unknown. */
    tor_list: Type.Enum(['current', 'none', 'expired']),
    /** The service rejects new sessions because its disk is almost full. */
    disk_low: Type.Boolean(),
    /** Whether a model can be asked for reference answers. */
    chatbot: Type.Boolean(),
  }),
})
export type Me = Static<typeof Me>

export const ProfileRequest = Closed({ name: PersonName })
export type ProfileRequest = Static<typeof ProfileRequest>

/** POST /password. Ends all other logins of this member. */
export const PasswordRequest = Closed({ current: Password, password: Password })
export type PasswordRequest = Static<typeof PasswordRequest>

/** POST /totp/start. Logins need no code until the secret is confirmed. */
export const TotpStart = Closed({
  /** Base32, for manual entry. */
  secret: Type.String(),
  uri: Type.String(),
  /** QR code by row: `1` dark, `0` light, without a margin. */
  qr: Type.Array(Type.String()),
})
export type TotpStart = Static<typeof TotpStart>

/** POST /totp/confirm. */
export const TotpConfirm = Closed({ code: TotpCode })
export type TotpConfirm = Static<typeof TotpConfirm>

/** Also the response of POST /totp/confirm. Shown once: only hashes are stored. */
export const RecoveryCodes = Closed({ recovery_codes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

/** DELETE /totp. POST /totp/recovery-codes replaces all recovery codes. */
export const PasswordConfirm = Closed({ password: Password })
export type PasswordConfirm = Static<typeof PasswordConfirm>

/** POST /workspaces creates a workspace, owned by the caller, and switches to it. PATCH /workspace renames the current one. */
export const WorkspaceRequest = Closed({ name: Type.String({ minLength: 1, maxLength: 100 }) })
export type WorkspaceRequest = Static<typeof WorkspaceRequest>

/**
 * GET /demo-workspace. POST creates the demo workspace of this member or finds it, and switches to it; DELETE deletes it
 * with all its data. Both return `Me`.
 */
export const DemoWorkspace = Closed({
  workspace_id: OrNull(Type.String()),
  /** Whether its data is still being stored. */
  loading: Type.Boolean(),
})
export type DemoWorkspace = Static<typeof DemoWorkspace>

/** GET /first-session?key=, of one site key or of all. The example session of the first start does not count. */
export const FirstSession = Closed({ arrived: Type.Boolean(), session_id: OrNull(Type.String()) })
export type FirstSession = Static<typeof FirstSession>
