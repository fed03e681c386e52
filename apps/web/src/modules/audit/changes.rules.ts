/** One field of a record, before and after. */
export interface Change {
  /** Path from the record down, dots between: `plant.name`. */
  readonly field: string
  /** Undefined: the field was not there. */
  readonly before: unknown
  readonly after: unknown
  readonly differs: boolean
}

/** Deeper than this a value is shown as a whole. */
const deepest = 3

/** Changed fields of an audit entry, differing fields first; nested records are flattened. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const found = compare(before ?? undefined, after ?? undefined, '', 0)
  return [...found.filter(({ differs }) => differs), ...found.filter(({ differs }) => !differs)]
}

function compare(before: unknown, after: unknown, path: string, depth: number): readonly Change[] {
  const records = [before, after].filter((value) => value !== undefined)
  if (depth < deepest && records.length > 0 && records.every(isRecord)) {
    const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
    return names.flatMap((name) =>
      compare(partOf(before, name), partOf(after, name), path === '' ? name : `${path}.${name}`, depth + 1),
    )
  }
  if (records.length === 0) return []
  return [{ field: path, before, after, differs: JSON.stringify(before) !== JSON.stringify(after) }]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** Added and removed items of two lists of strings; null for other values. */
export function listChange(
  before: unknown,
  after: unknown,
): { readonly added: readonly string[]; readonly removed: readonly string[] } | null {
  if (!isWords(before) || !isWords(after)) return null
  return {
    added: after.filter((word) => !before.includes(word)),
    removed: before.filter((word) => !after.includes(word)),
  }
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string')
