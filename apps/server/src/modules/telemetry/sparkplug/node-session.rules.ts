import type {
  Metric,
  Payload,
  Born,
  EdgeMessage,
  NamedValue,
  NodeSession,
  Outcome,
  RefusedReason,
  SessionLimits,
  RebirthReason,
} from './sparkplug.rules.ts'

/** Returns the next sequence number. */
const after = (seq: number): number => (seq + 1) % 256
/** Key of a metric that is identified by name. */
const keyOf = (device: string | null, name: string): string => `${device ?? ''}\n${name}`

/** Opens a session. Its first sequence number may be any from 0 to 255 (specification 3.0.0, 6.4.8). */
function nodeBirth(session: NodeSession, { payload }: EdgeMessage, limits: SessionLimits): Outcome[] {
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
function deviceBirth(
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
function forget(session: NodeSession, device: string | null): void {
  if (device !== null) session.devices.delete(device)
  for (const [key, born] of session.names) if (born.device === device) session.names.delete(key)
  for (const [alias, born] of session.aliases) if (born.device === device) session.aliases.delete(alias)
}

/** A metric's value if it is a number; null if it is not or is missing. */
function numberOf(payload: Payload, name: string): number | null {
  const value = payload.metrics.find((metric) => metric.name === name)?.value
  return typeof value === 'number' ? value : null
}

/** The data type of a metric in its birth, for `readPayload`. */
export const bornType =
  (session: NodeSession, device: string | null) =>
  (name: string | null, alias: number | null): number | null =>
    (name === null ? session.aliases.get(alias ?? -1) : session.names.get(keyOf(device, name)))?.dataType ??
    null

/** Handles a message in order of arrival. `now` in ms. */
export function take(
  session: NodeSession,
  message: EdgeMessage,
  now: number,
  limits: SessionLimits,
): Outcome[] {
  if (message.kind === 'NBIRTH') return nodeBirth(session, message, limits)
  if (message.kind === 'NDEATH') return nodeDeath(session, message)
  if (!session.online) return askRebirth(session, 'unborn_node', now, limits)
  const { seq } = message.payload
  if (seq === null || seq > 255) return [{ is: 'refused', why: 'no_seq' }]
  if (seq !== session.next) return hold(session, seq, message, now, limits)
  return inTurn(session, seq, message, now, limits)
}

/** After an unreadable payload the host requests a rebirth, as the specification recommends (5.9). */
export const unreadable = (session: NodeSession, now: number, limits: SessionLimits): Outcome[] =>
  askRebirth(session, 'unreadable', now, limits)

/** Call periodically: a gap that stayed open too long causes a rebirth request. */
export function tick(session: NodeSession, now: number, limits: SessionLimits): Outcome[] {
  if (session.gapSince === null || now - session.gapSince < limits.reorderMs) return []
  return giveUpGap(session, 'gap', now, limits)
}

/** Held messages are still processed in order, since their values have their own times. Then the host requests a rebirth. */
function giveUpGap(session: NodeSession, why: RebirthReason, now: number, limits: SessionLimits): Outcome[] {
  const away = (seq: number) => (seq - session.next + 256) % 256
  const held = [...session.held].toSorted(([a], [b]) => away(a) - away(b))
  session.held.clear()
  session.gapSince = null
  const outcomes = held.flatMap(([seq, message]) => {
    session.next = after(seq)
    return inOrder(session, message, now, limits)
  })
  return [...outcomes, ...askRebirth(session, why, now, limits)]
}

function inTurn(
  session: NodeSession,
  seq: number,
  message: EdgeMessage,
  now: number,
  limits: SessionLimits,
): Outcome[] {
  const outcomes: Outcome[] = []
  let current: EdgeMessage | undefined = message
  let at = seq
  while (current !== undefined) {
    session.held.delete(at)
    session.next = after(at)
    outcomes.push(...inOrder(session, current, now, limits))
    at = session.next
    current = session.held.get(at)
  }
  // Messages still held wait behind another gap, which starts now.
  session.gapSince = session.held.size === 0 ? null : now
  return outcomes
}

function hold(
  session: NodeSession,
  seq: number,
  message: EdgeMessage,
  now: number,
  limits: SessionLimits,
): Outcome[] {
  session.held.set(seq, message)
  session.gapSince ??= now
  return session.held.size > limits.heldMost ? giveUpGap(session, 'held_too_many', now, limits) : []
}

function inOrder(session: NodeSession, message: EdgeMessage, now: number, limits: SessionLimits): Outcome[] {
  const { kind, device } = message
  if (kind === 'DBIRTH') return deviceBirth(session, message, limits)
  if (device !== null && !session.devices.has(device))
    return askRebirth(session, 'unborn_device', now, limits)
  if (kind === 'DDEATH') {
    forget(session, device)
    return [{ is: 'dead', device }]
  }
  return data(session, message, now, limits)
}

/** A DATA message may identify a metric by alias or by name. An unknown metric causes a rebirth request; the others count. */
function data(
  session: NodeSession,
  { device, payload }: EdgeMessage,
  now: number,
  limits: SessionLimits,
): Outcome[] {
  const values: NamedValue[] = []
  let unknown = false
  for (const metric of payload.metrics) {
    const born =
      metric.name === null
        ? session.aliases.get(metric.alias ?? -1)
        : session.names.get(keyOf(device, metric.name))
    if (born === undefined || born.device !== device) unknown = true
    else values.push({ name: born.name, metric })
  }
  const outcomes: Outcome[] = values.length === 0 ? [] : [{ is: 'values', device, at: payload.at, values }]
  return unknown ? [...outcomes, ...askRebirth(session, 'unknown_metric', now, limits)] : outcomes
}

/** A death counts only for the current session; a late will of an earlier session is ignored (5.2). */
function nodeDeath(session: NodeSession, { payload }: EdgeMessage): Outcome[] {
  const bdSeq = numberOf(payload, 'bdSeq')
  if (!session.online || bdSeq === null || bdSeq !== session.bdSeq)
    return [{ is: 'refused', why: 'old_death' }]
  const devices = [...session.devices]
  session.online = false
  session.devices.clear()
  session.held.clear()
  session.gapSince = null
  return [...devices, null].map((device) => ({ is: 'dead', device }))
}

/** Limits rebirth requests and doubles the interval when they have no effect. Otherwise two hosts could cause a storm of requests. */
function askRebirth(session: NodeSession, why: RebirthReason, now: number, limits: SessionLimits): Outcome[] {
  const pause = limits.rebirthMs * Math.min(10, 2 ** session.rebirthsInVain)
  if (session.rebirthAt !== null && now - session.rebirthAt < pause) return []
  session.rebirthsInVain = session.rebirthAt === null ? 0 : session.rebirthsInVain + 1
  session.rebirthAt = now
  return [{ is: 'rebirth', why }]
}
