/** A field that a change changed. */
export interface Change {
  /** Name as the form has it. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Fields that say nothing to a person. */
const machinery = new Set(['id', 'version', 'importId', 'plantId', 'search'])

/** What a record of the audit log says changed, field by field; a field that stayed as it was is left out. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null }
    const same = JSON.stringify(change.before) === JSON.stringify(change.after)
    return same || machinery.has(field) ? [] : [change]
  })
}

/** The log keeps columns as `due_on` and input as `dueOn`; money and weight as text. */
function fieldsOf(record: unknown): ReadonlyMap<string, unknown> {
  if (typeof record !== 'object' || record === null) return new Map()
  return new Map(Object.entries(record).map(([name, value]) => [camel(name), value]))
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
