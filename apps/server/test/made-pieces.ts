import { newProject } from '../src/modules/orders/orders.fixtures.ts'
import { pieceIds, processIds, releasedOrder } from '../src/modules/production/work.fixtures.ts'
import type { Database } from '../src/platform/db/handles.ts'

/** Creates the released order `W-1` with pieces of 100.5 kg of mark `GL-1`, for modules that need an order's pieces. */
export async function madePieces(
  db: Database,
  { quantity = 2, no = 'W-1', project = 'P-1' }: { quantity?: number; no?: string; project?: string } = {},
): Promise<{ orderId: number; pieceIds: number[]; processes: Record<string, number> }> {
  const order = await releasedOrder(db, await newProject(db, { code: project }), { no, quantity })
  const processes = Object.entries(await processIds(db)).map(([code, id]) => [code, Number(id)])
  return {
    orderId: Number(order),
    pieceIds: (await pieceIds(db, order)).map(Number),
    processes: Object.fromEntries(processes),
  }
}
