import type { Metric, Payload } from './payload.types.ts'
import type {
  Born,
  EdgeMessage,
  NamedValue,
  NodeSession,
  Outcome,
  RefusedReason,
  SessionLimits,
} from './node-session.types.ts'

/** Returns the next sequence number. */
export const after = (seq: number): number => (seq + 1) % 256
/** Key of a metric that is identified by name. */
export const keyOf = (device: string | null, name: string): string => `${device ?? ''}\n${name}`

/** Opens a session. Its first sequence number may be any from 0 to 255 (specification 3.0.0, 6.4.8). */
export function nodeBirth(session: NodeSession, { payload }: EdgeMessage, limits: SessionLimits): Outcome[] {
  if (payload.seq === null || payload.seq > 255) return [{ is: 'refused', why: 'no_seq' }]
  const bdSeq = numberOf(payload, 'bdSeq')
  if (bdSeq === null) return [{ is: 'refused', why: 'no_bd_seq' }]
  // Devices of the previous session are unknown until their next birth.
  const gone = [...session.devices].map((device): Outcome => ({ is: 'dead', device }))
  session.devices.clear()
  session.names.clear()
  session.aliases.clear()
  session.held.clear()
  session.online = true
  session.bdSeq = bdSeq
  session.next = after(payload.seq)
  session.gapSince = null
  session.rebirthsInVain = 0
  return [...gone, ...bear(session, null, payload, limits)]
}

/** A device is born again: its previous metrics are forgotten. */
export function deviceBirth(
  session: NodeSession,
  { device, payload }: EdgeMessage,
  limits: SessionLimits,
): Outcome[] {
  if (device === null) return []
  forget(session, device)
  session.devices.add(device)
  return bear(session, device, payload, limits)
}

function bear(
  session: NodeSession,
  device: string | null,
  payload: Payload,
  limits: SessionLimits,
): Outcome[] {
  if (session.names.size + payload.metrics.length > limits.metricsMost)
    return [{ is: 'refused', why: 'too_many_metrics' }]
  const refused: Outcome[] = []
  const values: NamedValue[] = []
  for (const metric of payload.metrics) {
    const why = bearMetric(session, device, metric)
    if (why === null) values.push({ name: metric.name ?? '', metric })
    else refused.push({ is: 'refused', why })
  }
  return [{ is: 'born', device, at: payload.at, values }, ...refused]
}

/** An alias is unique among all metrics of the node and its devices (specification 3.0.0, 6.4.7). */
function bearMetric(session: NodeSession, device: string | null, metric: Metric): RefusedReason | null {
  const { name, alias, dataType } = metric
  if (name === null || name === '') return 'unnamed_metric'
  const born: Born = { device, name, dataType }
  if (alias !== null) {
    if (session.aliases.has(alias)) return 'alias_twice'
    session.aliases.set(alias, born)
  }
  session.names.set(keyOf(device, name), born)
  return null
}

/** Forgets everything about a device. */
export function forget(session: NodeSession, device: string | null): void {
  if (device !== null) session.devices.delete(device)
  for (const [key, born] of session.names) if (born.device === device) session.names.delete(key)
  for (const [alias, born] of session.aliases) if (born.device === device) session.aliases.delete(alias)
}

/** A metric's value if it is a number; null if it is not or is missing. */
export function numberOf(payload: Payload, name: string): number | null {
  const value = payload.metrics.find((metric) => metric.name === name)?.value
  return typeof value === 'number' ? value : null
}
