import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { qualityDocumentsApi } from '@cloud-factory/contract/quality-documents'
import type { InspectionVerdict } from '@cloud-factory/contract/quality-words'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'

interface Found {
  readonly id: number
  readonly no: string
  readonly verdict: InspectionVerdict | null
  readonly locked_at: Date
  readonly status: string
}

/** The inspection that was locked with this hash; refuses with `not_found` when none of the plant was. */
export async function lockedInspection(
  reads: Reads,
  plantId: number,
  hash: string,
): Promise<ReplyOf<(typeof qualityDocumentsApi)['GET /api/locked-inspections/:hash']>> {
  const [found] = await readRows(reads, byHash(plantId, hash))
  if (found === undefined) return refuse('not_found')
  const { id, no, verdict, locked_at: lockedAt, status } = found
  return { id: String(id), no, verdict, lockedAt: lockedAt.toISOString(), isReplaced: status === 'replaced' }
}

const byHash = (plantId: number, hash: string) => sql<Found>`
  select id, no, verdict, locked_at, status from inspections where plant_id = ${plantId} and hash = ${hash}`
