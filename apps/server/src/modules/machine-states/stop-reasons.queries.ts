import { sql } from 'kysely'
import type { StopReasonRow, StopProposal } from '@cloud-factory/contract/machine-states/machine-states'
import type { StopKind, MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import { type Names, names } from '@cloud-factory/contract/planning/processes'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type CodeBook, leadMs, proposalOf, type ReasonCode } from './stop.rules.ts'
import type { ReportedPort } from './machine-states.ports.ts'

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

/** A stop that needs a reason. */
export interface AskingStop {
  readonly id: number
  readonly machine_id: number
  readonly t0: Date
  readonly t1: Date | null
}

export interface ProposalDeps {
  readonly reads: Reads
  readonly reported: ReportedPort
}

/** Codes that map to stop reasons. */
async function codeBook(reads: Reads, plantId: number): Promise<CodeBook> {
  const rows = await readRows(
    reads,
    sql<{ id: number; own: string; codes: readonly Omit<ReasonCode, 'reasonId'>[] }>`
      select r.id, r.code as own, coalesce((select jsonb_agg(jsonb_build_object('code', c.code, 'class', c.class))
        from stop_reason_codes c where c.reason_id = r.id), '[]') as codes
      from stop_reasons r where r.plant_id = ${plantId} and r.active and r.parent_id is not null limit 500`,
  )
  return {
    codes: rows.flatMap(({ id, codes }) => codes.map((code) => ({ ...code, reasonId: id }))),
    reasons: new Map(rows.map(({ id, own }) => [own, id])),
  }
}

async function classesOf(
  reads: Reads,
  plantId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MachineClass>> {
  const rows = await readRows(
    reads,
    sql<{ id: number; class: MachineClass }>`select m.id, p.class from machines m
      join machine_profiles p on p.id = m.profile_id
      where m.plant_id = ${plantId} and m.id = any(${[...ids]}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.id, row.class]))
}

/** Reasons proposed from reported codes, by stop id; for at most a few hundred stops. */
export async function proposalsFor(
  { reads, reported: port }: ProposalDeps,
  plantId: number,
  stops: readonly AskingStop[],
  now: Date,
): Promise<ReadonlyMap<number, StopProposal>> {
  if (stops.length === 0) return new Map()
  const book = await codeBook(reads, plantId)
  const codes = [...new Set([...book.codes.map(({ code }) => code), ...book.reasons.keys()])]
  const spans = stops.map(({ machine_id: machineId, t0, t1 }) => ({
    machineId,
    from: t0.getTime() - leadMs,
    to: (t1 ?? now).getTime(),
  }))
  const reported = await port.reported(reads, plantId, spans, codes)
  if (reported.length === 0) return new Map()
  const classes = await classesOf(reads, plantId, [...new Set(stops.map((stop) => stop.machine_id))])
  const bySpan = Map.groupBy(reported, ({ span }) => span)
  return new Map(
    stops.flatMap((stop, place) => {
      const of = classes.get(stop.machine_id)
      const span = { from: stop.t0.getTime(), to: (stop.t1 ?? now).getTime() }
      const found =
        of === undefined ? null : proposalOf({ ...span, class: of }, bySpan.get(place) ?? [], book)
      if (found === null) return []
      const { from, code, text, names, at } = found.reported
      const reasonId = String(found.reasonId)
      return [[stop.id, { reasonId, from, code, text, names, at: new Date(at).toISOString() }] as const]
    }),
  )
}
