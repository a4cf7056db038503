/** The dashboard page that plays back how an answer was typed. */
export const TYPING_PAGE = '/app/typing'

/** `publicUrl` has no trailing slash. */
export const typingUrl = (publicUrl: string, id: string): string => `${publicUrl}${TYPING_PAGE}/${id}`
