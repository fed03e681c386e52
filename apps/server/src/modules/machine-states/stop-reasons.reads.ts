import type { StopReasonRow } from '@cloud-factory/contract/machine-states/machine-states'
import type { StopKind } from '@cloud-factory/domain/machines/machine-enums'
import { type Names, names } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'

interface ReasonRead {
  readonly id: number
  readonly parent_id: number | null
  readonly code: string
  readonly names: Names
  readonly kind: StopKind
  readonly position: number
  readonly active: boolean
  readonly version: number
  readonly isUsed: boolean
  readonly codes: StopReasonRow['codes']
}

const columns = sql`r.*, exists (select from machine_intervals i where i.reason_id = r.id)
  or exists (select from stop_reasons c where c.parent_id = r.id) as "isUsed",
  coalesce((select jsonb_agg(jsonb_build_object('code', c.code, 'class', c.class) order by c.code, c.class)
    from stop_reason_codes c where c.reason_id = r.id), '[]') as codes`

function viewOf(row: ReasonRead, { tags }: Actor): StopReasonRow {
  const allowed = tags.includes('equipment.edit') ? true : 'permission.denied'
  return {
    id: String(row.id),
    code: row.code,
    names: names.parse(row.names),
    parentId: row.parent_id === null ? null : String(row.parent_id),
    kind: row.kind,
    position: row.position,
    active: row.active,
    codes: row.codes,
    version: row.version,
    can: { edit: allowed, delete: allowed === true && row.isUsed ? 'in_use' : allowed },
  }
}

/** All reasons, each group before its members; a few dozen. */
export async function stopReasons(reads: Reads, actor: Actor): Promise<StopReasonRow[]> {
  const rows = await readRows(
    reads,
    sql<ReasonRead>`select ${columns} from stop_reasons r left join stop_reasons g on g.id = r.parent_id
      where r.plant_id = ${actor.plantId}
      order by coalesce(g.position, r.position), coalesce(g.id, r.id), g.id nulls first, r.position, r.id limit 500`,
  )
  return rows.map((row) => viewOf(row, actor))
}

/** Fails with `not_found` when the plant has no such reason. */
export async function oneStopReason(reads: Reads, actor: Actor, id: string): Promise<StopReasonRow> {
  const rows = await readRows(
    reads,
    sql<ReasonRead>`select ${columns} from stop_reasons r
      where r.plant_id = ${actor.plantId} and r.id = ${Number(id)}`,
  )
  return rows[0] === undefined ? fail('not_found') : viewOf(rows[0], actor)
}
