type ViolationKind = 'unique' | 'foreign' | 'check' | 'exclusion' | 'not_null'

/** A constraint of the schema that a write violated. */
interface Violation {
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

/** SQLSTATE class 08 (connection), 57P01–57P03 (shutting down, crashed, starting), 53300 (too many connections). */
const states = /^(08...|57P0[123]|53300)$/
const sockets = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
const words =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** Whether an error means that the database cannot be reached now, so that a later retry makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && states.test(code)) return true
  return (typeof code === 'string' && sockets.has(code) && syscall !== 'open') || words.test(error.message)
}
