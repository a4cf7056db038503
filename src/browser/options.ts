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

/** Undefined for values that the service would reject, so that one bad value does not cost a whole batch. */
export const usableUserId = (userId: string | undefined): string | undefined =>
  userId && bytesOf(userId) <= MAX_USER_ID_BYTES ? `${userId}` : undefined

export const usableTags = (tags: readonly string[] | string | undefined): string[] =>
  (typeof tags === 'string' ? tags.split(',') : (tags ?? []))
    .map((tag) => `${tag}`.trim())
    .filter((tag) => tag && tag.length <= MAX_TAG_CHARS)
    .slice(0, MAX_TAGS)
