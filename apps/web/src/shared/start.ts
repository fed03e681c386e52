import { api, type Answer } from './api.ts'

type Start = Answer<'GET /api/me/start'>

/** Parts of a reply that is older than this, ms, are requested on their own. */
const ttlMs = 10_000

let start: { readonly at: number; readonly reply: Promise<Start>; readonly used: Set<keyof Start> } | null =
  null

/** Asks for what every page needs of the person, before the layout is there that shows it. */
export function fetchStart(): void {
  const reply = api('GET /api/me/start')
  const pending = { at: performance.now(), reply, used: new Set<keyof Start>() }
  start = pending
  // Reported where a part of it is used. Its loss may have been handled by then; only a new request is reported again.
  reply.catch(() => {
    if (start === pending) start = null
  })
}

/** A part of that reply, once; every further time, `own` requests the part alone. */
export async function fromStart<Part extends keyof Start>(
  part: Part,
  own: () => Promise<Start[Part]>,
): Promise<Start[Part]> {
  if (start === null) fetchStart()
  if (start === null || start.used.has(part) || performance.now() - start.at > ttlMs) return own()
  start.used.add(part)
  return (await start.reply)[part]
}
