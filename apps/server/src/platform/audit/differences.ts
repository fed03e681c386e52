import { canonicalJson } from '../canonical-json.rules.ts'

/** What a change changed, for the audit log; null when nothing did. */
export function changesOf<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Partial<T>; after: Partial<T> } | null {
  const fields = (Object.keys(after) as (keyof T)[]).filter((field) => before[field] !== after[field])
  if (fields.length === 0) return null
  const only = (source: Partial<T>) =>
    Object.fromEntries(fields.map((field) => [field, source[field] ?? null])) as Partial<T>
  return { before: only(before), after: only(after) }
}

/** The fields of a row that an input changes, for the audit log; null when it changes none. */
export function differences(row: object, input: object): { before: object; after: object } | null {
  const was = row as Record<string, unknown>
  const changed = Object.entries(input).filter(
    ([field, value]) => canonicalJson(was[field]) !== canonicalJson(value),
  )
  if (changed.length === 0) return null
  const before = Object.fromEntries(changed.map(([field]) => [field, was[field] ?? null]))
  return { before, after: Object.fromEntries(changed) }
}
