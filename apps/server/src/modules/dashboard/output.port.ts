import type { Names, givenStatuses, processKinds } from '@cloud-factory/contract/planning/processes'
import type { ProductionReport } from '@cloud-factory/contract/production-reports/production-reports'
import type { Reads } from '../../platform/db/handles.ts'

interface Span {
  readonly from: number
  readonly to: number
}

/** Queries of the dashboard about output: production report, published targets, working calendar. */
export interface OutputPort {
  processes(
    reads: Reads,
    plantId: number,
  ): Promise<
    readonly {
      readonly id: number
      readonly names: Names
      readonly position: number
      readonly kind: (typeof processKinds)[number]
      readonly gives: (typeof givenStatuses)[number] | null
      readonly active: boolean
    }[]
  >
  report(
    reads: Reads,
    plantId: number,
    scope: { readonly from: string; readonly to: string; readonly processId?: string },
    now: Date,
  ): Promise<ProductionReport>
  /** Working windows of the days, both ends included; instants are ms since 1970. */
  windows(
    reads: Reads,
    plantId: number,
    days: readonly [string, string],
  ): Promise<{
    readonly windows: readonly (Span & { readonly day: string; readonly planned: readonly Span[] })[]
  }>
  shownInfo(
    reads: Reads,
    plantId: number,
  ): Promise<{
    readonly content: {
      readonly targets: readonly {
        readonly month: string
        readonly processId: string
        readonly tonnes: string
      }[]
    }
  } | null>
}
