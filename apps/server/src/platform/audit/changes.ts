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
