import type { Metric, Payload } from './payload-types.ts'
import type { EdgeMessageKind } from './topics.rules.ts'

/** What a host allows a node. Milliseconds. */
export interface SessionLimits {
  /** How long a gap in the sequence may stay open before a rebirth is asked for. */
  readonly reorderMs: number
  /** At most one rebirth is asked for in this time; doubled each time that it did not help, up to ten times it. */
  readonly rebirthMs: number
  /** Messages held while a gap is open; one more asks for a rebirth. */
  readonly heldMost: number
  /** Metrics that a node and its devices may be born with together. */
  readonly metricsMost: number
}

export interface EdgeMessage {
  readonly kind: EdgeMessageKind
  /** Null for messages of the node itself. */
  readonly device: string | null
  readonly payload: Payload
}

/** A value of a metric by its name, whatever the message called it. */
export interface NamedValue {
  readonly name: string
  readonly metric: Metric
}

/** What a message makes true. Device null: the node itself. */
export type Outcome =
  | {
      readonly is: 'born'
      readonly device: string | null
      readonly at: number | null
      readonly values: readonly NamedValue[]
    }
  | {
      readonly is: 'values'
      readonly device: string | null
      readonly at: number | null
      readonly values: readonly NamedValue[]
    }
  /** From now on nothing is known of it: its values are stale. A node's death is told for each of its devices first. */
  | { readonly is: 'dead'; readonly device: string | null }
  | { readonly is: 'rebirth'; readonly why: RebirthReason }
  | { readonly is: 'refused'; readonly why: RefusedReason }

export type RebirthReason =
  | 'gap'
  | 'unborn_node'
  | 'unborn_device'
  | 'unknown_metric'
  | 'unreadable'
  | 'held_too_many'
export type RefusedReason =
  | 'old_death'
  | 'no_seq'
  | 'no_bd_seq'
  | 'too_many_metrics'
  | 'alias_twice'
  | 'unnamed_metric'

interface Born {
  readonly device: string | null
  readonly name: string
  readonly dataType: number | null
}

/** One edge node as the host sees it. Everything is null or empty before its first birth. */
export interface NodeSession {
  online: boolean
  bdSeq: number | null
  /** The sequence number that comes next. */
  next: number
  readonly devices: Set<string>
  /** By device ('' = the node) and name. */
  readonly names: Map<string, Born>
  readonly aliases: Map<number, Born>
  /** Messages that came before their turn, by sequence number. */
  readonly held: Map<number, EdgeMessage>
  gapSince: number | null
  rebirthAt: number | null
  rebirthsInVain: number
}

export const newSession = (): NodeSession => ({
  online: false,
  bdSeq: null,
  next: 0,
  devices: new Set(),
  names: new Map(),
  aliases: new Map(),
  held: new Map(),
  gapSince: null,
  rebirthAt: null,
  rebirthsInVain: 0,
})

const after = (seq: number): number => (seq + 1) % 256
const keyOf = (device: string | null, name: string): string => `${device ?? ''}\n${name}`

/** The data type that a metric was born with, for `readPayload`. */
export const bornType =
  (session: NodeSession, device: string | null) =>
  (name: string | null, alias: number | null): number | null =>
    (name === null ? session.aliases.get(alias ?? -1) : session.names.get(keyOf(device, name)))?.dataType ??
    null

/** Takes a message in the order of its arrival. `now` in ms. */
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

/** A payload that could not be read: the node is asked for its births, as the specification advises (5.9). */
export const unreadable = (session: NodeSession, now: number, limits: SessionLimits): Outcome[] =>
  askRebirth(session, 'unreadable', now, limits)

/** To be called now and then: a gap that stayed open too long asks for a rebirth. */
export function tick(session: NodeSession, now: number, limits: SessionLimits): Outcome[] {
  if (session.gapSince === null || now - session.gapSince < limits.reorderMs) return []
  return giveUpGap(session, 'gap', now, limits)
}

/** What was held is taken in its order all the same (its values have times of their own); then the births are asked for. */
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
  // Whatever is still held waits behind a gap of its own, which begins now.
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

/** A DATA message may name a metric by alias or by name; one that was not born asks for a rebirth, the others count. */
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

/** Opens a session: any sequence number from 0 to 255 begins it (specification 3.0.0, 6.4.8). */
function nodeBirth(session: NodeSession, { payload }: EdgeMessage, limits: SessionLimits): Outcome[] {
  if (payload.seq === null || payload.seq > 255) return [{ is: 'refused', why: 'no_seq' }]
  const bdSeq = numberOf(payload, 'bdSeq')
  if (bdSeq === null) return [{ is: 'refused', why: 'no_bd_seq' }]
  // Devices of the session before are unknown until they are born again.
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

/** An alias belongs to one metric of the node and all its devices (specification 3.0.0, 6.4.7). */
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

/** A death counts only when it is that of the session that lives: a late will of an earlier one is not (5.2). */
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

function forget(session: NodeSession, device: string | null): void {
  if (device !== null) session.devices.delete(device)
  for (const [key, born] of session.names) if (born.device === device) session.names.delete(key)
  for (const [alias, born] of session.aliases) if (born.device === device) session.aliases.delete(alias)
}

/** Asks at most once in a while, more rarely each time that it did not help: two hosts that ask would storm otherwise. */
function askRebirth(session: NodeSession, why: RebirthReason, now: number, limits: SessionLimits): Outcome[] {
  const pause = limits.rebirthMs * Math.min(10, 2 ** session.rebirthsInVain)
  if (session.rebirthAt !== null && now - session.rebirthAt < pause) return []
  session.rebirthsInVain = session.rebirthAt === null ? 0 : session.rebirthsInVain + 1
  session.rebirthAt = now
  return [{ is: 'rebirth', why }]
}

function numberOf(payload: Payload, name: string): number | null {
  const value = payload.metrics.find((metric) => metric.name === name)?.value
  return typeof value === 'number' ? value : null
}
