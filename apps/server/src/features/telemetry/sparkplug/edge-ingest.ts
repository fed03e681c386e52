import type { FaultLog } from '../inbox/fault-log.ts'
import type { Ingest, Incoming } from '../ingest.ts'
import { edgeFrames } from './edge-values.rules.ts'
import type { EdgeBytes, EdgeKey, EdgeSink } from './host.ts'

/** What a device is known by in the inbox and, once it is taken over, as a machine: `spB:group/node/device`. */
const edgeDevice = ({ group, node, device }: EdgeKey): string =>
  `spB:${group}/${node}${device === null ? '' : `/${device}`}`

// Sparkplug sends its births and data without acknowledgement (QoS 0): nobody waits for them.
const incoming = ({ topic, bytes }: EdgeBytes): Incoming => ({
  topic,
  payload: bytes,
  isLoose: true,
  isAgain: false,
})

/** Brings what edges send into ingestion. */
export const edgeIngest = (ingest: Ingest, faults: FaultLog): EdgeSink => ({
  values(key, from, at, values) {
    const { frames, unread } = edgeFrames(at, values)
    if (unread > 0) faults.count(edgeDevice(key), 'value', from.topic, from.bytes, unread)
    for (const frame of frames) void ingest.values(edgeDevice(key), incoming(from), frame)
  },
  link(key, from, online) {
    // A node of which nothing is known is a gateway and no machine: only its devices are strangers.
    if (key.device === null && !ingest.knows(edgeDevice(key))) return
    void ingest.link(edgeDevice(key), incoming(from), online)
  },
  refused: ({ topic, bytes }) => faults.count('', 'sparkplug', topic, bytes),
})
