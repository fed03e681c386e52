import type { FaultLog } from '../inbox/fault-log.ts'
import type { Ingest, Incoming } from '../ingest.ts'
import { edgeFrames } from './edge-values.rules.ts'
import { edgeKey } from './edge-key.rules.ts'
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
