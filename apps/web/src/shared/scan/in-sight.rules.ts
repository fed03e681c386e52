/**
 * Time in ms that a code must be out of sight before it counts again, so that a trembling hand does not scan twice.
 */
const forgottenAfter = 1500

/**
 * Receives what the camera sees and passes each code on once while it stays in sight. `null`: no code in sight.
 * `time` is in ms and never decreases.
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
