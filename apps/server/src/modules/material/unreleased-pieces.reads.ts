import { sql } from 'kysely'
import type { OrdersPort } from '../quality-records/public.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'

type Bar = 'work.heat_unreleased' | 'work.heat_missing'

/**
 * Of pieces that are cut or go on after it, those whose material may not be used: a lot of theirs is in quarantine or
 * rejected, or their project asks for heats and one of their parts has none. The answer to the question of orders.
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

/** A heat that is assigned to no part by name. */
const wholePiece = ''

interface Standing {
  readonly piece: number
  readonly isStopped: boolean
  readonly asksHeats: boolean
  /** Parts that a heat is assigned to. */
  readonly heated: readonly string[]
}
