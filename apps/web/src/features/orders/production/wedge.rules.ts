/** Keys that came fast, one after the other: a scanner that types like a keyboard. */
export interface Wedge {
  readonly text: string
  /** ms of the last key. */
  readonly at: number
}

export interface Key {
  /** As `KeyboardEvent.key` says it. */
  readonly key: string
  readonly at: number
}

export const noKeys: Wedge = { text: '', at: 0 }

/** People leave more than this between two keys, scanners less. */
const fastMs = 60
const shortest = 4

/**
 * The keys so far and, when an Enter or Tab ended a fast run of them, the text they made.
 * @returns `code` null while there is none
 */
export function withKey(
  wedge: Wedge,
  { key, at }: Key,
): { readonly wedge: Wedge; readonly code: string | null } {
  const fast = at - wedge.at <= fastMs
  if (key === 'Enter' || key === 'Tab') {
    const code = fast && wedge.text.trim().length >= shortest ? wedge.text.trim() : null
    return { wedge: noKeys, code }
  }
  // Shift and the like come between the letters of a scanner too.
  if (key.length !== 1) return { wedge: fast ? { ...wedge, at } : noKeys, code: null }
  return { wedge: { text: fast ? wedge.text + key : key, at }, code: null }
}
