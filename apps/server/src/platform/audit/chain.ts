import { createHash } from 'node:crypto'
import type { Reads } from '../db/handles.ts'

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
const chainStart = ''

/** Hash of a row: hex SHA-256 over the hash of the previous row and all facts of this one. The database calculates the same. */
const hashOf = (prevHash: string, plantId: number, facts: AuditFacts): string =>
  createHash('sha256')
    .update(`["${prevHash}",${wordsOf(plantId, facts)}`)
    .digest('hex')

/** The text that is hashed after the hash of the previous row. */
export function wordsOf(plantId: number, facts: AuditFacts): string {
  const words = [
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
  return JSON.stringify(words).slice(1)
}

/** The same value with sorted keys, because jsonb does not keep their order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value ?? null
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]))
}

/** `brokenAt`: id of the first row that was changed or that follows a missing row; null when the chain is intact. */
interface ChainReport {
  readonly rows: number
  readonly brokenAt: number | null
}

const page = 1000

/**
 * Recomputes a plant's audit chain from its first row. It cannot detect rows that were cut off at the end: compare
 * counts.
 */
export async function verifyChain(reads: Reads, plantId: number): Promise<ChainReport> {
  let rows = 0
  let after = 0
  let prevHash = chainStart
  for (;;) {
    const batch = await rowsAfter(reads, plantId, after)
    for (const row of batch) {
      if (row.prev_hash !== prevHash || row.hash !== hashOf(prevHash, plantId, row)) {
        return { rows, brokenAt: row.id }
      }
      rows += 1
      after = row.id
      prevHash = row.hash
    }
    if (batch.length < page) return { rows, brokenAt: null }
  }
}

function rowsAfter(reads: Reads, plantId: number, after: number) {
  return reads
    .selectFrom('audit_log')
    .select(['id', 'prev_hash', 'hash', 'at', 'address', 'action', 'before', 'after'])
    .select(['actor_id as actorId', 'actor_name as actorName', 'request_id as requestId'])
    .select(['subject_kind as subjectKind', 'subject_id as subjectId', 'subject_name as subjectName'])
    .where('plant_id', '=', plantId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(page)
    .execute()
}
