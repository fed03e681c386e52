/** Keys that came fast, one after the other: a scanner that types like a keyboard. */
export interface Wedge {
  readonly text: string
  /** ms of the last key. */
  readonly at: number
}

export interface Key {
  /** Value of `KeyboardEvent.key`. */
  readonly key: string
  readonly at: number
}

export const noKeys: Wedge = { text: '', at: 0 }

/** People leave more than this between two keys, scanners less. */
const fastMs = 60
const shortest = 4

/**
 * Adds a key to the keys so far. An Enter or Tab after a fast sequence of keys completes a code.
 * @returns the keys, and the code; `code` null until one is complete
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
