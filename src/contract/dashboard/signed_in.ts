/** In localStorage while a member is logged in. The docs site then asks for the member's site key. */
export const SIGNED_IN = 'byhand:signed-in'
