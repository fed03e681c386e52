import { confirmWithin } from '@cloud-factory/domain/telemetry/liveness.rules'
import { sql } from 'kysely'
import type { Database } from '../../../platform/db/handles.ts'
import { type EdgeKey, nodeOfKey } from './edge-key.rules.ts'

/**
 * Nodes of adopted devices that sent nothing for a while. Nodes that were online must be born again soon, otherwise they count as offline: their
 * death is published only once and may have been missed.
 */
export async function unheardNodes(db: Database, plantId: number, now: Date): Promise<EdgeKey[]> {
  const by = new Date(now.getTime() + confirmWithin)
  const { rows } = await db.tx(async (write) => {
    await sql`update telemetry_links set confirm_by = ${by} where machine_id in (
      select machine_id from telemetry_links where online and silence_ms is null
      order by machine_id for update)`.execute(write)
    return sql<{ device_key: string }>`select device_key from device_inbox
      where plant_id = ${plantId} and status = 'adopted'`.execute(write)
  })
  const nodes = new Map<string, EdgeKey>()
  for (const { device_key } of rows) {
    const node = nodeOfKey(device_key)
    if (node !== null) nodes.set(`${node.group}/${node.node}`, node)
  }
  return [...nodes.values()]
}
