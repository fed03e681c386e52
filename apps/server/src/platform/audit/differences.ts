import { canonicalJson } from '../canonical-json.rules.ts'

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
