/** Values of a form by field. */
export type Values = Readonly<Record<string, unknown>>

export type Side = 'mine' | 'theirs'

/** A field that two people changed differently. */
export interface Difference {
  readonly field: string
  /** Value when the form was opened. */
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  /** Who changed it. If only one did, that value is the default. */
  readonly changedBy: Side | 'both'
}

/** Whether two values are equal for a user: null, undefined and empty text are the same. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(bare(one)) === JSON.stringify(bare(other))
}

/** Whether any of the fields differs. */
export const changed = (fields: readonly string[], before: Values, after: Values): boolean =>
  fields.some((field) => !sameValue(before[field], after[field]))

/** Fields in which my values differ from those stored in the meantime, in form order. */
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

/** Default side of each field: the one that changed it; theirs if both did, because theirs is stored. */
export const firstSides = (found: readonly Difference[]): Readonly<Record<string, Side>> =>
  Object.fromEntries(found.map(({ field, changedBy }) => [field, changedBy === 'mine' ? 'mine' : 'theirs']))

/** The stored values with my values for the fields where I chose mine. */
export function merged<V extends Values>(mine: V, theirs: V, sides: Readonly<Record<string, Side>>): V {
  const chosen = Object.entries(mine).filter(([field]) => sides[field] === 'mine')
  return { ...mine, ...theirs, ...Object.fromEntries(chosen) }
}

function bare(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  return value ?? null
}
