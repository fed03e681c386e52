/** A changed field. */
export interface Change {
  /** Name in the form. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Technical fields that mean nothing to users. */
const machinery = new Set(['id', 'version', 'importId', 'plantId', 'search'])

/** Changed fields of an audit record; unchanged fields are left out. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null }
    const same = JSON.stringify(change.before) === JSON.stringify(change.after)
    return same || machinery.has(field) ? [] : [change]
  })
}

/** The log contains columns as `due_on` and input as `dueOn`; money and weight as text. */
function fieldsOf(record: unknown): ReadonlyMap<string, unknown> {
  if (typeof record !== 'object' || record === null) return new Map()
  return new Map(Object.entries(record).map(([name, value]) => [camel(name), value]))
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
