import type { Reads } from '../db/handles.ts'
import { chainStart, hashOf } from './chain.ts'

/** `brokenAt`: id of the first row that was changed or that follows a missing row; null when the chain is intact. */
export interface ChainReport {
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
