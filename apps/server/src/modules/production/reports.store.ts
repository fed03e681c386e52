import type { allWorkSources } from '@cloud-factory/contract/production/work'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'

/** Data of one work report for one step of one piece. */
export interface NewReport {
  readonly projectId: number
  readonly orderId: number
  readonly markId: number
  readonly pieceId: number
  readonly processId: number
  readonly step: number
  readonly part: number
  readonly kg: number
  readonly finishes: boolean
  readonly hours: number | null
  readonly source: (typeof allWorkSources)[number]
}

/** Data that the reports of one command share. */
interface ReportFrame {
  readonly crewId: number | null
  readonly workshopId: number | null
  readonly worker: string | null
  /** The machine of the reported step; null: none was named. */
  readonly machineId: number | null
  readonly clientKey: string | null
  readonly doneAt: Date
  readonly reportedAt: Date
  /** Working day and shift of `doneAt`. */
  readonly day: string
  readonly shiftId: number | null
}

export async function insertReports(
  write: Write,
  actor: Actor,
  frame: ReportFrame,
  reports: readonly NewReport[],
): Promise<void> {
  if (reports.length === 0) return
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg, finishes,
      crew_id, workshop_id, worker, machine_id, hours, source, done_at, day, shift_id, client_key, created_at, created_by, created_by_name)
    select ${actor.plantId}, r."projectId", r."orderId", r."markId", r."pieceId", r."processId", r.step, r.part, r.kg,
      r.finishes, ${frame.crewId}::bigint, ${frame.workshopId}::bigint, ${frame.worker}::text,
      case when r.source <> 'earlier' then ${frame.machineId}::bigint end, r.hours, r.source,
      ${frame.doneAt}::timestamptz, ${frame.day}::date, ${frame.shiftId}::bigint, ${frame.clientKey}::uuid,
      ${frame.reportedAt}::timestamptz,
      ${by}::bigint, ${name}
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as r ("projectId" bigint, "orderId" bigint,
      "markId" bigint, "pieceId" bigint, "processId" bigint, step smallint, part numeric, kg numeric, finishes boolean,
      hours numeric, source text)
    order by r."pieceId", r.step`.execute(write)
}

/** Kilograms of the pieces that were already counted under this key. */
export async function countedBefore(
  write: Write,
  plantId: number,
  clientKey: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ piece_id: number; kg: number }>`
    select piece_id, sum(kg) filter (where source <> 'earlier') as kg from work_reports
    where plant_id = ${plantId} and client_key = ${clientKey}::uuid group by piece_id`.execute(write)
  return new Map(rows.map(({ piece_id: id, kg }) => [id, kg]))
}

/** Marks reports as undone. */
export async function undoReports(
  write: Write,
  actor: Actor,
  ids: readonly number[],
  reason: string,
  now: Date,
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`update work_reports set undone_at = ${now}, undone_by = ${by}::bigint, undone_by_name = ${name},
    undo_reason = ${reason} where plant_id = ${actor.plantId} and id = any(${ids}::bigint[])`.execute(write)
}

/** Voids reports whose piece no longer counts; returns the days of the work. */
export async function voidReports(
  write: Write,
  plantId: number,
  pieceIds: readonly number[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`
    with voided as (
      update work_reports set void = true
      where plant_id = ${plantId} and piece_id = any(${pieceIds}::bigint[]) and not void returning day
    )
    select distinct day from voided`.execute(write)
  return rows.map(({ day }) => day)
}
