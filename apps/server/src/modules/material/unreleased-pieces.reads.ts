import { sql } from 'kysely'
import type { OrdersPort } from '../quality-records/public.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'

type Bar = 'work.heat_unreleased' | 'work.heat_missing'

/**
 * Of pieces at cutting or a later process, those whose material may not be used. Either one of their lots is in quarantine or
 * rejected, or the project requires heats and a part has none.
 */
export async function unreleasedPieces(
  orders: Pick<OrdersPort, 'steelParts'>,
  reads: Reads,
  plantId: number,
  pieces: readonly { readonly pieceId: number; readonly projectId: number }[],
): Promise<ReadonlyMap<number, Bar>> {
  const rows = await readRows(
    reads,
    sql<Standing>`
      select piece, exists (select from heat_uses u join material_lots l on l.id = u.lot_id
          where u.piece_id = piece and u.plant_id = ${plantId} and l.status in ('quarantine', 'rejected')) as "isStopped",
        exists (select from material_projects p
          where p.plant_id = ${plantId} and p.project_id = project and p.heat) as "asksHeats",
        array(select u.part from heat_uses u where u.piece_id = piece and u.plant_id = ${plantId}) as heated
      from unnest(${pieces.map(({ pieceId }) => pieceId)}::bigint[],
        ${pieces.map(({ projectId }) => projectId)}::bigint[]) as s (piece, project)`,
  )
  const asked = rows.filter(({ asksHeats }) => asksHeats).map(({ piece }) => piece)
  const parts = asked.length === 0 ? null : await orders.steelParts(reads, plantId, asked)
  const isHeatless = ({ piece, heated }: Standing): boolean => {
    if (heated.includes(wholePiece)) return false
    const marks = (parts?.get(piece) ?? []).map(({ mark }) => mark)
    return marks.length === 0 ? heated.length === 0 : marks.some((mark) => !heated.includes(mark))
  }
  return new Map(
    rows.flatMap((row): [number, Bar][] => {
      if (row.isStopped) return [[row.piece, 'work.heat_unreleased']]
      return row.asksHeats && isHeatless(row) ? [[row.piece, 'work.heat_missing']] : []
    }),
  )
}

/** Empty part mark: the heat is assigned to the whole piece. */
const wholePiece = ''

interface Standing {
  readonly piece: number
  readonly isStopped: boolean
  readonly asksHeats: boolean
  /** Parts with an assigned heat. */
  readonly heated: readonly string[]
}
