/** What the command line must know of pending actions before anything else of them is loaded. */

/** How long an action waits unless `--confirm-ttl` says otherwise, and how long it may wait, in seconds. */
export const confirmTtl = { default: 600, most: 604_800 } as const

/** An id becomes part of file names, so nothing but a UUID is one. */
export const actionIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isActionId = (text: string): boolean => actionIdPattern.test(text)
