import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { processesApi } from '@cloud-factory/contract/planning/processes'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads, Write } from '../../platform/db/handles.ts'

type Api = typeof processesApi
export type ProcessInput = BodyOf<Api['POST /api/processes']>
export type RouteInput = BodyOf<Api['POST /api/routes']>
export type WorkshopInput = BodyOf<Api['POST /api/workshops']>
export type CrewInput = BodyOf<Api['POST /api/crews']>
export type ShiftInput = BodyOf<Api['POST /api/shifts']>

export type PlanTable = 'workshops' | 'crews' | 'shifts' | 'processes' | 'routes'

/** What every row of the plan shows. */
export interface PlanRow {
  readonly id: string
  readonly code: string
  readonly version: number
}

/** One kind of rows by which production is planned: how its rows are read, checked and written. */
export interface PlanKind<Row extends PlanRow, Input extends { readonly code: string }> {
  readonly table: PlanTable
  /** Fails with `not_found` when the plant has no such row. */
  one(reads: Reads, actor: Actor, id: string): Promise<Row>
  /** Columns of its own table. */
  columns(input: Input): Readonly<Record<string, unknown>>
  /** Fails what the rules forbid; nothing else of the plan changes meanwhile. `before`: the row to be changed. */
  check?(write: Write, actor: Actor, input: Input, before: Row | null): Promise<void>
  /** Writes what lies in other tables. */
  save?(write: Write, plantId: number, id: number, input: Input): Promise<void>
}
