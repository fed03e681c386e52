import { type FaultReason, largestMessage, rawDays } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { codeEvents } from './frames/code-events.ts'
import { type KnownMachines, linkEvery, type Sender } from './frames/known-machines.ts'
import type { LinkUpdate, Ticket } from './telemetry.types.ts'
import {
  type Decoded,
  type SentEvent,
  type SentFrame,
  decodeNative,
  nativeTopic,
} from './native/native-payload.rules.ts'
import type { FrameWriter } from './frames/frame-writer.ts'
import { inSlots, splitTexts } from './frames/stored-values.rules.ts'
import type { Judged } from './frames/sender.rules.ts'
import type { FaultLog } from './inbox/fault-log.ts'
import { isEdgeKey, type EdgeFrame } from './sparkplug/sparkplug.rules.ts'

export interface IngestDeps {
  readonly clock: Clock
  readonly log: Log
  readonly machines: KnownMachines
  readonly writer: FrameWriter
  readonly faults: FaultLog
}

/** The parts of a message that ingestion needs. */
export interface Incoming {
  readonly topic: string
  readonly payload: Buffer
  /** No sender waits for it (QoS 0). It may be dropped when more arrives than can be written. */
  readonly isQos0: boolean
  /** It may be a redelivery or a retained message, so its age says nothing about the sender's clock. */
  readonly isDuplicate: boolean
}

/** Resolves when the message is written; null = nothing to wait for. */
export type Written = Promise<void> | null

/** A decoded message of a known device. */
export interface Delivery {
  readonly sender: Sender
  readonly message: Incoming
}

interface OneFrame {
  readonly frame: SentFrame
  readonly boot: string
  readonly live: boolean
  readonly now: number
  readonly ticket: Ticket | null
}

/** Accepts machine messages. Never throws because of their content; rejected messages are counted. */
export class Ingest {
  readonly #deps: IngestDeps
  /** Since the start. */
  readonly counts = { messages: 0, frames: 0, values: 0, duplicates: 0 }

  constructor(deps: IngestDeps) {
    this.#deps = deps
  }

  /** Handles a message of a native topic: `sf/v1/{site}/{line}/{device}/{birth|status|telemetry|history|event}`. */
  native(message: Incoming): Written {
    return this.safely(message, () => {
      const topic = nativeTopic(message.topic)
      if (topic === null) return this.#fault('', 'topic', message)
      return this.device(topic.device, message, () => decodeNative(topic.kind, message.payload))
    })
  }

  /** Whether a device's signal may be a text: a state name, an alarm code, or a signal that no figure uses. */
  takesText(key: string, signal: string): boolean {
    const role = this.#deps.machines.find(key)?.signals.get(signal)?.role
    return role === null || role === 'alarm_code' || role === 'state'
  }

  /** Whether a device is a registered machine. */
  knows(key: string): boolean {
    return this.#deps.machines.find(key) !== null
  }

  /** Handles a message of a device by its key; `decode` is called only for machines. */
  device(key: string, message: Incoming, decode: () => Decoded): Written {
    return this.safely(message, () => {
      const sender = this.#deps.machines.find(key)
      if (sender !== null) {
        sender.byException = isEdgeKey(key)
        return this.deliver({ sender, message }, decode())
      }
      if (!this.#deps.machines.isIgnored(key))
        this.#deps.faults.unknownDevice(key, message.topic, message.payload)
      return null
    })
  }

  /** Handles values of a device by its key at one instant, by its own clock. For codecs that decode the message themselves. */
  values(key: string, message: Incoming, sent: EdgeFrame & Pick<SentFrame, 'sentAt'>): Written {
    const { at, values, texts, sentAt } = sent
    const frame = { seq: null, ts: at, values, texts, unread: false, sentAt }
    return this.device(key, message, () => ({
      kind: 'frames',
      boot: '',
      live: !sent.historical,
      frames: [frame],
    }))
  }

  /** Whether a device is online, as its gateway reports. */
  link(key: string, message: Incoming, online: boolean): Written {
    return this.device(key, message, () => ({ kind: 'status', online, boot: '', ts: null }))
  }

  /** Handles a decoded message of a known machine, from any codec. */
  deliver(delivery: Delivery, decoded: Decoded): Written {
    const { sender, message } = delivery
    const { code } = sender.machine
    if (decoded.kind === 'fault') return this.#fault(code, decoded.reason, message)
    if (decoded.kind === 'frames') return this.#frames(delivery, decoded)
    if (decoded.kind === 'event') return this.#event(delivery, decoded.event)
    if (decoded.kind === 'status') return this.#status(delivery, decoded)
    const { boot, ts, profile, firmware } = decoded.birth
    const isThere = this.#isThere(delivery, ts)
    this.#ownTime(delivery, boot, ts)
    const { profileCode, profileVersion } = sender.machine
    if (profile !== '' && profile !== profileCode && profile !== `${profileCode}@${profileVersion}`)
      this.#fault(code, 'profile', message)
    const known = { profile, firmware }
    this.#link(sender, isThere ? { online: true, boot, ...known } : { online: undefined, ...known })
    return this.#afterAll(message)
  }

  #status(delivery: Delivery, { online, boot, ts }: Decoded & { kind: 'status' }): Written {
    const { sender, message } = delivery
    if (online) this.#ownTime(delivery, boot, ts)
    // The will of an earlier start, delivered long after the next start.
    const isNews = online ? this.#isThere(delivery, ts) : sender.clock.isLatest(boot) !== false
    if (isNews) this.#link(sender, { online, boot })
    return this.#afterAll(message)
  }

  #isThere({ sender, message }: Delivery, ts: number | null): boolean {
    return sender.isThere(message.isDuplicate, ts, this.#deps.clock.now().getTime())
  }

  /** Counts a rejected message. No caller waits for it. */
  #fault(origin: string, reason: FaultReason, { topic, payload }: Incoming, times = 1): null {
    this.#deps.faults.count(origin, reason, topic, payload, times)
    return null
  }

  /** Runs a handler and counts any error that it throws. */
  safely(message: Incoming, work: () => Written): Written {
    try {
      if (message.payload.length > largestMessage) return this.#fault('', 'size', message)
      return work()
    } catch (error) {
      this.#deps.log.error({ err: error, topic: message.topic }, 'a message could not be handled')
      return this.#fault('', 'shape', message)
    }
  }

  #frames({ sender, message }: Delivery, sent: Decoded & { kind: 'frames' }): Written {
    const now = this.#deps.clock.now().getTime()
    this.counts.messages += 1
    const fresh = sent.frames.filter(({ seq }) => seq === null || !sender.window.repeats(sent.boot, seq))
    this.counts.duplicates += sent.frames.length - fresh.length
    // The newest of several live frames has the smallest delay, so it gives the clock offset.
    if (sent.live && fresh.length > 1) this.#ownTime({ sender, message }, sent.boot, newestOf(fresh))
    const { ticket, promise } = ticketFor(fresh.length)
    let left = fresh.length
    let isThere = !message.isDuplicate
    for (const frame of fresh) {
      const one = { ...sent, frame, now, ticket: message.isQos0 ? null : ticket }
      const outcome = this.#frame({ sender, message }, one)
      isThere ||= outcome === 'live'
      if (outcome !== null) continue
      left -= 1
      ticket.left -= 1
    }
    // A redelivered message of an earlier boot does not make that boot the current one.
    if (isThere) this.#heard(sender, sender.clock.isLatest(sent.boot) === true ? sent.boot : '', now)
    if (message.isQos0) return null
    // The original may still be in the queue, so the duplicate is acknowledged no earlier.
    return left === 0 ? this.#afterAll(message) : promise
  }

  /** Null when the frame was rejected. */
  #frame(delivery: Delivery, sent: OneFrame): 'live' | 'stored' | null {
    const { sender, message } = delivery
    const { frame, now, ticket } = sent
    const { machine } = sender
    const judged = this.#judged(delivery, sent)
    if (judged === null) return null
    const { at, live } = judged
    const split = splitTexts(sender.signals, frame)
    const { texts } = split
    const slotted = inSlots(sender.signals, sender.slots, split.values, judged.quality)
    const { values, qualities } = slotted
    const unknown = slotted.unknown + split.unknown
    if (unknown > 0) this.#fault(machine.code, 'signal', message, unknown)
    const unread = Number(frame.unread) + split.unread + slotted.noStates
    if (unread > 0) this.#fault(machine.code, 'value', message)
    const { queue } = this.#deps.writer
    this.#codes(delivery, frame, { at, receivedAt: now })
    const isEmpty = values.every((value) => value === null)
    if (isEmpty && texts.length === 0) return null
    const stored = !isEmpty && (!live || sender.storedValues.wants(machine.signals, at, values))
    const isQos0 = message.isQos0 && !sender.reportsState(live, values)
    const { id: machineId, profileId } = machine
    const gone = queue.add(
      { machineId, profileId, at, receivedAt: now, values, qualities, live, stored, ticket, texts },
      isQos0,
    )
    if (gone > 0) this.#deps.faults.count('', 'overflow', message.topic, null, gone)
    this.counts.frames += 1
    this.counts.values += frame.values.length
    return live ? 'live' : 'stored'
  }

  /** A code that does not fit into the queue now is reported with the next frame. */
  #codes({ sender, message }: Delivery, frame: SentFrame, codeTimes: Parameters<typeof codeEvents>[2]): void {
    const { queue } = this.#deps.writer
    if (message.isQos0 && queue.isFullOfEvents) return
    for (const event of codeEvents(sender, frame, codeTimes)) queue.event(event)
  }

  /** When it was measured; null (and counted) if values of that time are not accepted. */
  #judged(
    { sender, message }: Delivery,
    { frame, boot, live, now }: OneFrame,
  ): (Judged & { live: boolean }) | null {
    const judged = live
      ? sender.clock.live(boot, frame.ts, now, { ...frame, again: message.isDuplicate })
      : sender.clock.stored(frame.ts ?? now, now)
    if (judged === null) return this.#fault(sender.machine.code, 'future', message)
    if (judged.at < now - (rawDays - 1) * 86_400_000)
      return this.#fault(sender.machine.code, 'ancient', message)
    const sent = { ts: frame.ts, again: message.isDuplicate }
    return { ...judged, live: live && sender.isLive(judged, sent, now) }
  }

  #event({ sender, message }: Delivery, { id, type, data, ts }: SentEvent): Written {
    const { queue } = this.#deps.writer
    const now = this.#deps.clock.now().getTime()
    if (sender.isThere(message.isDuplicate, ts, now)) this.#heard(sender, '', now)
    if (message.isQos0 && queue.isFullOfEvents) return this.#fault(sender.machine.code, 'overflow', message)
    const at = ts === null ? now : (sender.clock.stored(ts, now)?.at ?? now)
    queue.event({ machineId: sender.machine.id, id, at, receivedAt: now, type, data })
    return this.#afterAll(message)
  }

  #ownTime({ sender, message }: Delivery, boot: string, ts: number | null): void {
    const again = message.isDuplicate
    if (ts !== null) sender.clock.live(boot, ts, this.#deps.clock.now().getTime(), { again })
  }

  /** The machine sent something, so it is online; updated at most every two seconds. */
  #heard(sender: Sender, boot: string, now: number): void {
    if (now - sender.linkWrittenAt < linkEvery && now >= sender.linkWrittenAt) return
    this.#link(sender, { online: true, boot })
  }

  #link(sender: Sender, reported: Pick<LinkUpdate, 'online' | 'boot' | 'profile' | 'firmware'>): void {
    const now = this.#deps.clock.now().getTime()
    const silentSince = reported.online === true ? sender.silentSince(now) : undefined
    // An offline status is reported immediately, and so is the next online status.
    if (reported.online !== undefined) sender.linkWrittenAt = reported.online ? now : 0
    this.#deps.writer.queue.link({
      machineId: sender.machine.id,
      heardAt: now,
      idleTimeoutMs: sender.idleTimeoutMs,
      clockOffsetMs: sender.clock.offset,
      silentSince,
      ...reported,
    })
  }

  /** For QoS 0 messages the broker may wait, which reduces the load, but does not have to. */
  #afterAll({ isQos0 }: Incoming): Written {
    if (isQos0 && this.#deps.writer.queue.isFullOfTickets) return null
    const { ticket, promise } = ticketFor(1)
    this.#deps.writer.queue.ticket(ticket)
    return promise
  }
}

function newestOf(frames: readonly SentFrame[]): number | null {
  const times = frames.flatMap(({ ts }) => (ts === null ? [] : [ts]))
  return times.length === 0 ? null : Math.max(...times)
}

function ticketFor(left: number): { readonly ticket: Ticket; readonly promise: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { ticket: { left, resolve }, promise }
}
