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

interface FieldError {
  readonly path: string
  readonly reason: string
  readonly limit?: number | undefined
}

interface Refused {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly errors?: readonly FieldError[] | undefined
}

interface SortedErrors {
  /** Errors of fields in the form, by field name. */
  readonly fieldErrors: readonly (FieldError & { readonly field: string })[]
  /** Errors of fields that the form does not contain. */
  readonly rest: readonly FieldError[]
}

/** Assigns the errors of a rejected input to the form's fields; `duplicate` names its field in its params. */
export function placeErrors(problem: Refused | null, fields: readonly string[]): SortedErrors {
  const fieldErrors: (FieldError & { field: string })[] = []
  const rest: FieldError[] = []
  for (const error of errorsOf(problem)) {
    const path = error.path.replace(/^body\./, '')
    const field = fields.includes(path) ? path : fieldOf(path)
    if (fields.includes(field)) fieldErrors.push({ ...error, field })
    else rest.push(error)
  }
  return { fieldErrors, rest }
}

/** `lines.3.weight` belongs to the form's field `lines`. */
const fieldOf = (path: string): string => path.split('.')[0] ?? ''

function errorsOf(problem: Refused | null): readonly FieldError[] {
  const field = problem?.params?.['field']
  if (problem?.code === 'duplicate' && typeof field === 'string')
    return [{ path: `body.${field}`, reason: 'duplicate' }]
  return problem?.errors ?? []
}
