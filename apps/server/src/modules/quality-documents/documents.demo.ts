import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { demoInspector, type OrdersPort } from '../quality-records/public.ts'
import { gatherDossier } from './dossier.ts'
import { keepDossier } from './issue-document.ts'

interface Deps {
  readonly orders: OrdersPort
  readonly files: FileStore
  readonly publicUrl: string | null
}

/** The dossier of the order whose welds are all tested, given out: what is kept of it, without drawing it. */
export async function documentsDemo(write: Write, context: DemoContext, deps: Deps): Promise<void> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from ndt_requests where plant_id = ${context.plantId} and status = 'done' order by id desc limit 1`.execute(
    write,
  )
  const [done] = rows
  if (done === undefined) return
  const actor = demoInspector(context)
  const dossier = await gatherDossier(
    { ...deps, db: { reads: asReads(write) } },
    actor,
    String(done.order_id),
  )
  await keepDossier(write, actor, dossier, context.now)
}
