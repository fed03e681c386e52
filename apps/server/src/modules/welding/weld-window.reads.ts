import type { WeldProcess } from '@cloud-factory/domain/welding/weld-enums'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

interface Bounds {
  readonly lowA: number
  readonly highA: number
  readonly lowV: number
  readonly highV: number
}

/** Smallest to largest current and voltage of the active procedures for a process; null: no procedure has values. */
export async function weldWindow(
  reads: Reads,
  plantId: number,
  process: WeldProcess,
): Promise<Bounds | null> {
  const [row] = await readRows(
    reads,
    sql<{ readonly [K in keyof Bounds]: number | null }>`
      select min((current_window ->> 'min')::float8) as "lowA", max((current_window ->> 'max')::float8) as "highA",
        min((voltage_window ->> 'min')::float8) as "lowV", max((voltage_window ->> 'max')::float8) as "highV"
      from wps where plant_id = ${plantId} and active and process = ${process}
        and current_window is not null and voltage_window is not null`,
  )
  const { lowA = null, highA = null, lowV = null, highV = null } = row ?? {}
  return lowA === null || highA === null || lowV === null || highV === null
    ? null
    : { lowA, highA, lowV, highV }
}
