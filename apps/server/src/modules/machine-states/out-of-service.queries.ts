import { type RawBuilder, sql } from 'kysely'
import type {
  MachineOutOfService,
  machinesOutOfServiceApi,
} from '@cloud-factory/contract/machine-states/machines-out-of-service'
import type { OutOfServiceKind } from '@cloud-factory/domain/machines/equipment-enums'
import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Span } from '../work-calendar/public.ts'

interface OutOfServiceSpan {
  readonly machine_id: number
  readonly kind: OutOfServiceKind
  readonly t0: Date
  readonly t1: Date | null
}

/** Out-of-service periods that overlap a period, ms since 1970. */
export const outOfServiceSpans = (
  plantId: number,
  from: number,
  to: number,
): RawBuilder<OutOfServiceSpan> => sql<OutOfServiceSpan>`
  select machine_id, kind, t0, t1 from machine_outages
  where plant_id = ${plantId} and t0 < ${new Date(to)} and coalesce(t1, 'infinity'::timestamptz) > ${new Date(from)}
  order by machine_id, t0`

interface KindSpan extends Span {
  readonly kind: OutOfServiceKind
}

/** Out-of-service periods within a period (ms since 1970), by machine; one without an end stays open. */
export async function outOfServiceWithin(
  reads: Reads,
  plantId: number,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, KindSpan[]>> {
  const rows = await readRows(reads, outOfServiceSpans(plantId, from, to))
  const groups = Map.groupBy(rows, ({ machine_id: id }) => id)
  return new Map(
    [...groups].map(([id, spans]) => [
      id,
      spans.map(({ kind, t0, t1 }) => ({
        kind,
        from: t0.getTime(),
        to: t1?.getTime() ?? Number.POSITIVE_INFINITY,
      })),
    ]),
  )
}

interface OutOfServiceRead extends OutOfServiceSpan {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly note: string
  readonly version: number
  readonly updated_by_name: string
}

const columns = sql`o.id, o.machine_id, o.kind, o.t0, o.t1, o.note, o.version, o.updated_by_name, m.code, m.name
  from machine_outages o join machines m on m.id = o.machine_id`

const canEdit = ({ tags }: Actor) => (tags.includes('equipment.maintain') ? true : 'permission.denied')

const viewOf = (row: OutOfServiceRead, actor: Actor): MachineOutOfService => ({
  id: String(row.id),
  machine: { id: String(row.machine_id), code: row.code, name: row.name },
  kind: row.kind,
  from: row.t0.toISOString(),
  to: row.t1?.toISOString() ?? null,
  note: row.note,
  updatedBy: row.updated_by_name,
  version: row.version,
  can: { edit: canEdit(actor) },
})

const maxPeriods = 200
const yearMs = 366 * 86_400_000

export const outOfServiceRows = (
  plantId: number,
  machineId: string | null,
  since: Date,
): RawBuilder<OutOfServiceRead> => sql<OutOfServiceRead>`
  select ${columns} where o.plant_id = ${plantId} and coalesce(o.t1, 'infinity'::timestamptz) > ${since}
    and ${machineId === null ? sql`true` : sql`o.machine_id = ${Number(machineId)}`}
  order by o.t0 desc, o.id desc limit ${maxPeriods}`

type List = ReplyOf<(typeof machinesOutOfServiceApi)['GET /api/machines-out-of-service']>

/** Out-of-service periods of the last year and future ones. */
export async function outOfServiceOf(
  reads: Reads,
  actor: Actor,
  { machineId, now }: { machineId: string | null; now: Date },
): Promise<List> {
  const since = new Date(now.getTime() - yearMs)
  const rows = await readRows(reads, outOfServiceRows(actor.plantId, machineId, since))
  return { items: rows.map((row) => viewOf(row, actor)), total: rows.length, can: { add: canEdit(actor) } }
}

/** Fails with `not_found` when the plant has no such out-of-service period. */
export async function oneOutOfService(reads: Reads, actor: Actor, id: string): Promise<MachineOutOfService> {
  const rows = await readRows(
    reads,
    sql<OutOfServiceRead>`select ${columns} where o.plant_id = ${actor.plantId} and o.id = ${Number(id)}`,
  )
  return rows[0] === undefined ? fail('not_found') : viewOf(rows[0], actor)
}
