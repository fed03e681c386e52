type ViolationKind = 'unique' | 'foreign' | 'check' | 'exclusion' | 'not_null'

/** A constraint of the schema that a write violated. */
export interface Violation {
  readonly kind: ViolationKind
  /** Name of the constraint; `table.column` for `not_null`, which has no name. */
  readonly constraint: string
}

const kinds: ReadonlyMap<unknown, ViolationKind> = new Map([
  ['23505', 'unique'],
  ['23503', 'foreign'],
  ['23514', 'check'],
  ['23P01', 'exclusion'],
  ['23502', 'not_null'],
])

/** The constraint that an error names; null when it is not an integrity violation. */
export function violationOf(error: unknown): Violation | null {
  if (!(error instanceof Error)) return null
  const { code, constraint, table, column } = error as Error & Record<string, unknown>
  const kind = kinds.get(code)
  if (kind === undefined) return null
  const named = typeof constraint === 'string' && kind !== 'not_null'
  return { kind, constraint: named ? constraint : `${String(table)}.${String(column)}` }
}
