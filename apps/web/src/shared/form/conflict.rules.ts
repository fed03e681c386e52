/** Values of a form by field. */
export type Values = Readonly<Record<string, unknown>>

export type Side = 'mine' | 'theirs'

/** A field about which two people disagree. */
export interface Difference {
  readonly field: string
  /** As it was when the form was opened. */
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  /** Only one of the two changed it: that side's value is what both can live with. */
  readonly changedBy: Side | 'both'
}

/** Equal for a person: null, undefined and empty text are all nothing. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(bare(one)) === JSON.stringify(bare(other))
}

/** Whether any of the fields differs. */
export const changed = (fields: readonly string[], before: Values, after: Values): boolean =>
  fields.some((field) => !sameValue(before[field], after[field]))

/** Fields in which my values and the ones stored meanwhile differ, in the order of the form. */
export function differences(
  fields: readonly string[],
  base: Values,
  mine: Values,
  theirs: Values,
): readonly Difference[] {
  return fields.flatMap((field) => {
    const values = { base: base[field], mine: mine[field], theirs: theirs[field] }
    if (sameValue(values.mine, values.theirs)) return []
    const mineChanged = !sameValue(values.base, values.mine)
    const theirsChanged = !sameValue(values.base, values.theirs)
    const changedBy = mineChanged && theirsChanged ? 'both' : mineChanged ? 'mine' : 'theirs'
    return [{ field, ...values, changedBy }]
  })
}

/** Which side each field starts on: whoever alone changed it; theirs where both did, since theirs is stored. */
export const firstSides = (found: readonly Difference[]): Readonly<Record<string, Side>> =>
  Object.fromEntries(found.map(({ field, changedBy }) => [field, changedBy === 'mine' ? 'mine' : 'theirs']))

/** The stored values with mine put over those fields that were chosen so. */
export function merged<V extends Values>(mine: V, theirs: V, sides: Readonly<Record<string, Side>>): V {
  const chosen = Object.entries(mine).filter(([field]) => sides[field] === 'mine')
  return { ...mine, ...theirs, ...Object.fromEntries(chosen) }
}

function bare(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  return value ?? null
}
