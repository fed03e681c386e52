import { useState } from 'react'

interface Typed<T> {
  readonly value: T
  /** The stored value when typing began, and its version. */
  readonly from: T
  readonly version: number
}

/**
 * What a person types over a stored value on a page. It stays when the record is fetched again, as when its tab is shown after a
 * while. Saving sends `version`: the newest one; the one when typing began if somebody else has changed the same value since, which
 * the server rejects.
 */
export function useEditedValue<T>(stored: T, version: number) {
  const [typed, setTyped] = useState<Typed<T> | null>(null)
  const isDirty = typed !== null && !isSame(typed.value, stored)
  return {
    value: typed?.value ?? stored,
    isDirty,
    version: typed === null || isSame(typed.from, stored) ? version : typed.version,
    type: (change: (value: T) => T) =>
      setTyped((before) => {
        const known =
          before === null || isSame(before.value, stored) ? { value: stored, from: stored, version } : before
        return { ...known, value: change(known.value) }
      }),
    /** What was typed is stored now. */
    saved: () => setTyped(null),
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
