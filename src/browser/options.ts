/** Options of the script, from its tag or from `start`. */
import { bytesOf } from './natives.ts'

/** Options of `start`. Only the site key and the endpoint are needed. In a tag each is a `data-` attribute. */
export interface Options {
  /** The public key of the site, `bh_pk_...` (`data-site-key`). */
  readonly siteKey: string
  /** Where batches go. Default in a tag: the default path on the host the script came from (`data-endpoint`). */
  readonly endpoint: string
  /** Your own identifier for the user, at most 256 bytes (`data-user-id`). */
  readonly userId?: string | undefined
  /** HMAC of `userId` from your server, if the service requires it (`data-user-hash`). */
  readonly userHash?: string | undefined
  /** At most 20 tags of at most 128 characters; in a tag separated by commas (`data-tags`). */
  readonly tags?: readonly string[] | string | undefined
  /** `'wait'`: keep everything in memory, read no device signal and send nothing before `consent(true)`. */
  readonly consent?: string | undefined
  /** `'off'`: read nothing of the device, the browser or the window, and draw nothing (`data-device`). */
  readonly device?: string | undefined
  /** Another vendor's name: adds `get<Name>SessionId`, `set<Name>UserId`, `set<Name>Tags` and `<name>:ready`. */
  readonly globalName?: string | undefined
  /** Record only the position and length of edits in survey questions, never their text (`data-content-free`). */
  readonly contentFree?: boolean | string | undefined
  /** The address of `byhand-worker.js` on the page's own origin (`data-worker`). Default: no worker is started. */
  readonly worker?: string | undefined
}

const MAX_USER_ID_BYTES = 256
const MAX_TAG_CHARS = 128
export const MAX_TAGS = 20

type Complain = (fault: string) => void

/** A number is a text too; other values are mistakes. */
const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** Undefined: no user. The service would reject the whole batch for a bad value, so it is named in the console. */
export function usableUserId(userId: string | null | undefined, complain: Complain): string | undefined {
  if (userId == null || userId === '') return undefined
  if (isText(userId) && bytesOf(userId) <= MAX_USER_ID_BYTES) return `${userId}`
  complain(`The user ID must be a text of at most ${MAX_USER_ID_BYTES} bytes.`)
  return undefined
}

/** Undefined: not a list of texts. Tags beyond the limits are left out. */
export function usableTags(
  tags: readonly string[] | string | undefined,
  complain: Complain,
): string[] | undefined {
  const given = isText(tags) ? `${tags}`.split(',') : (tags ?? [])
  if (!Array.isArray(given) || !given.every(isText)) {
    complain('Tags must be texts.')
    return undefined
  }
  const named = given.map((tag) => `${tag}`.trim()).filter((tag) => tag)
  const usable = named.filter((tag) => tag.length <= MAX_TAG_CHARS).slice(0, MAX_TAGS)
  if (usable.length < named.length)
    complain(`At most ${MAX_TAGS} tags of ${MAX_TAG_CHARS} characters are set.`)
  return usable
}

/** Undefined: no ID. */
export function usableQuestionId(id: string, complain: Complain): string | undefined {
  if (isText(id) && id !== '') return `${id}`
  complain('A question ID must be a text.')
  return undefined
}
