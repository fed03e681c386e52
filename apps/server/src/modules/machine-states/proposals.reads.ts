import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import type { StopProposal } from '@cloud-factory/contract/machine-states/machine-states'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type CodeBook, leadMs, proposalOf, type ReasonCode } from './propose-reason.rules.ts'
import type { ReportedPort } from './reported-signal.port.ts'

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
