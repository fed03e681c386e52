import { after, deviceBirth, forget, keyOf, nodeBirth, numberOf } from './births.rules.ts'
import type {
  EdgeMessage,
  NamedValue,
  NodeSession,
  Outcome,
  RebirthReason,
  SessionLimits,
} from './node-session.types.ts'

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

/** Asks at most once in a while, more rarely each time that it did not help: two hosts that ask would storm otherwise. */
function askRebirth(session: NodeSession, why: RebirthReason, now: number, limits: SessionLimits): Outcome[] {
  const pause = limits.rebirthMs * Math.min(10, 2 ** session.rebirthsInVain)
  if (session.rebirthAt !== null && now - session.rebirthAt < pause) return []
  session.rebirthsInVain = session.rebirthAt === null ? 0 : session.rebirthsInVain + 1
  session.rebirthAt = now
  return [{ is: 'rebirth', why }]
}
