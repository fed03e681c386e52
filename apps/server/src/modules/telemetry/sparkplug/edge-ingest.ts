import { sql } from 'kysely'
import { confirmWithin } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { FaultLog } from '../inbox/fault-log.ts'
import type { Ingest, Incoming } from '../ingest.ts'
import type { Database } from '../../../platform/db/handles.ts'
import { edgeFrames } from './edge-values.rules.ts'
import { edgeKey, type EdgeKey, nodeOfKey } from './topics.rules.ts'
import type { EdgeBytes, EdgeSink } from './host.ts'

// Sparkplug sends births and data without acknowledgement (QoS 0): no sender waits for them.
const incoming = ({ topic, bytes }: EdgeBytes): Incoming => ({
  topic,
  payload: bytes,
  isQos0: true,
  isDuplicate: false,
})

/** Passes edge messages to ingestion. */
export const edgeIngest = (ingest: Ingest, faults: FaultLog): EdgeSink => ({
  values(key, from, at, values) {
    const { frames, unread } = edgeFrames(at, values)
    if (unread > 0) faults.count(edgeKey(key), 'value', from.topic, from.bytes, unread)
    for (const frame of frames)
      void ingest.values(edgeKey(key), incoming(from), { ...frame, sentAt: at ?? undefined })
  },
  link(key, from, online) {
    // An unknown node is a gateway, not a machine: only its devices are unknown devices.
    if (key.device === null && !ingest.knows(edgeKey(key))) return
    void ingest.link(edgeKey(key), incoming(from), online)
  },
  refused: ({ topic, bytes }) => faults.count('', 'sparkplug', topic, bytes),
})

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
