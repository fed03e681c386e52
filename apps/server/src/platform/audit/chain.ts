import { createHash } from 'node:crypto'

/** The facts that the hash of an audit row covers. */
export interface AuditFacts {
  readonly at: Date
  readonly actorId: number | null
  readonly actorName: string
  readonly address: string
  readonly requestId: string
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly subjectName: string
  readonly before: unknown
  readonly after: unknown
}

/** `prev_hash` of the first row of a plant. */
export const chainStart = ''

/** Hash of a row: hex SHA-256 over the hash of the previous row and all facts of this one. */
export function hashOf(prevHash: string, plantId: number, facts: AuditFacts): string {
  const words = [
    prevHash,
    plantId,
    facts.at.toISOString(),
    facts.actorId,
    facts.actorName,
    facts.address,
    facts.requestId,
    facts.action,
    facts.subjectKind,
    facts.subjectId,
    facts.subjectName,
    inOrder(facts.before),
    inOrder(facts.after),
  ]
  return createHash('sha256').update(JSON.stringify(words)).digest('hex')
}

/** The same value with sorted keys, because jsonb does not keep their order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value ?? null
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]))
}
