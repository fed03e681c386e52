import type { OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { paintProcess } from '../coating/public.ts'
import { coatDemands, openDemandsOf, weldDemands, passCounts } from '../quality-records/public.ts'
import { ndtProcess } from '../welding/public.ts'

type Bar = 'work.inspection_open' | 'work.weld_open' | 'work.coat_open'

interface Step {
  readonly pieceId: number
  readonly processId: number
}

const gateDemands: ReadonlySet<OpenDemand> = new Set([...weldDemands, ...coatDemands])

/**
 * Of these pieces at processes with a gate, those that are blocked, and why. A piece is blocked if it has no pass, or if
 * required welds or coats are open, even with a pass.
 */
export async function blockedPieces(
  reads: Reads,
  plantId: number,
  steps: readonly Step[],
): Promise<ReadonlyMap<number, Bar>> {
  const [waiting, demands] = [
    await waitingAt(reads, plantId, steps),
    await openDemandsOf(
      reads,
      plantId,
      steps.map(({ pieceId }) => pieceId),
      gateDemands,
    ),
  ]
  const bars = waiting.flatMap(({ id, passed, welded, painted }): [number, Bar][] => {
    const open = demands.get(id) ?? []
    if (welded && open.some((demand) => weldDemands.has(demand))) return [[id, 'work.weld_open']]
    if (painted && open.some((demand) => coatDemands.has(demand))) return [[id, 'work.coat_open']]
    return passed ? [] : [[id, 'work.inspection_open']]
  })
  return new Map(bars)
}

/**
 * For each process: whether the gate is passed, and whether welds and coats are required. They are required from their own
 * process on.
 */
const waitingAt = (reads: Reads, plantId: number, steps: readonly Step[]) =>
  readRows(
    reads,
    sql<{ id: number; passed: boolean; welded: boolean; painted: boolean }>`
      select s.piece as id,
        exists (select from gate_passes g where g.piece_id = s.piece and g.process_id = s.process
          and g.plant_id = ${plantId} and ${passCounts}) as passed,
        ${isFrom(plantId, ndtProcess)} as welded, ${isFrom(plantId, paintProcess)} as painted
      from unnest(${steps.map(({ pieceId }) => pieceId)}::bigint[], ${steps.map(({ processId }) => processId)}::bigint[])
        as s (piece, process)
      join processes own on own.id = s.process`,
  )

const isFrom = (plantId: number, code: string) => sql`
  exists (select from processes x where x.plant_id = ${plantId} and x.code = ${code} and x.position <= own.position)`
