/** So long, ms, a code must be out of sight before it counts again: a hand that trembles does not scan twice. */
const forgottenAfter = 1500

/**
 * Told what the camera sees, again and again, it passes each code on once while it stays in sight. `null`: no code is in
 * sight. `time` is in ms and never goes back.
 */
export function inSight(found: (code: string) => void, time: () => number): (code: string | null) => void {
  let last: { readonly code: string; readonly at: number } | null = null
  return (code) => {
    const at = time()
    if (last !== null && at - last.at > forgottenAfter) last = null
    if (code === null) return
    const isNew = code !== last?.code
    last = { code, at }
    if (isNew) found(code)
  }
}
