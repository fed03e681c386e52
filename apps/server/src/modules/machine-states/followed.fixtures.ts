import { type MachineState, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { type Database, readRows } from '../../platform/db/handles.ts'

export const start = Date.parse('2026-03-20T02:00:00Z')
export const frame = (
  machineId: number,
  second: number,
  state: MachineState,
  more: { live?: boolean; output?: number } = {},
) => ({
  machineId,
  at: start + second * 1000,
  values: [machineStates.indexOf(state), more.output ?? null],
  live: more.live ?? true,
})
export const intervals = async ({ reads }: Database, machineId: number) => {
  const rows = await readRows(
    reads,
    sql<{ state: MachineState; t0: Date; t1: Date | null }>`
      select state, t0, t1 from machine_intervals where machine_id = ${machineId} order by t0`,
  )
  const second = (at: Date | null) => (at === null ? '' : (at.getTime() - start) / 1000)
  return rows.map(({ state, t0, t1 }) => `${state} ${second(t0)}-${second(t1)}`)
}

/** A link that went because its machine said so. */
export const gone = (machineId: number, second: number, heard: number) => ({
  machineId,
  at: start + second * 1000,
  heardAt: start + heard * 1000,
  online: false,
  silent: false,
  byException: false,
})
