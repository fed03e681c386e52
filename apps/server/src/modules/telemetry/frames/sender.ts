import { isCurrent, silenceOf } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { CodeChange } from '../events/alarm-codes.rules.ts'
import type { KnownMachine } from '../telemetry.types.ts'
import { KeptValues } from './kept-values.rules.ts'
import { type Judged, SenderClock, unusable, SequenceWindow } from './sender.rules.ts'

/** How often the link row of a machine that stays online is updated, ms. */
export const linkEvery = 2000

/** In-memory state of ingestion for one machine. Nothing here is the only copy of a fact. */
export class Sender {
  machine: KnownMachine
  signals: ReadonlyMap<string, KnownMachine['signals'][number]>
  /** Number of values in a frame. */
  slots: number
  /** Index of the state in a frame's values; -1 = it sends no state. */
  stateSlot: number
  readonly window = new SequenceWindow()
  readonly clock = new SenderClock()
  kept = new KeptValues()
  /** The signal that carries alarm codes, by the machine's name for it. */
  codeSignal: string | null
  /** Recent changes of the alarm code, oldest first. */
  codes: readonly CodeChange[] = []
  lastState: number | null = null
  /** When its link was last written, ms. Messages in between do not update the row. */
  linkWrittenAt = 0
  /** It was last heard as a Sparkplug device, which sends only changes. */
  byException = false

  constructor(machine: KnownMachine) {
    this.machine = machine
    this.signals = new Map(machine.signals.map((signal) => [signal.code, signal]))
    this.slots = slotsOf(machine)
    this.stateSlot = stateSlotOf(machine)
    this.codeSignal = codeSignalOf(machine)
  }

  /** Its current register entry. With another profile the slots have another meaning. */
  renew(machine: KnownMachine): void {
    if (machine.profileId !== this.machine.profileId) {
      this.kept = new KeptValues()
      this.lastState = null
    }
    this.machine = machine
    this.signals = new Map(machine.signals.map((signal) => [signal.code, signal]))
    this.slots = slotsOf(machine)
    this.stateSlot = stateSlotOf(machine)
    this.codeSignal = codeSignalOf(machine)
  }

  /** After this silence, in ms, it counts as offline; null: silence has no meaning. */
  get idleTimeoutMs(): number | null {
    return this.byException ? null : silenceOf(this.machine.rateMs)
  }

  /** Start of a silence that was too long, ms, once the machine is heard again; null: not known here; undefined: it was not silent. */
  silentSince(now: number): number | null | undefined {
    const { linkWrittenAt: heardAt, idleTimeoutMs } = this
    if (heardAt === 0) return null
    return idleTimeoutMs !== null && now - heardAt > idleTimeoutMs + linkEvery ? heardAt : undefined
  }

  /** Whether a value measured at this time (ms, server's clock) describes the present. */
  isCurrent(at: number, now: number): boolean {
    const link = { online: true, byException: this.byException }
    return isCurrent(link, Math.max(0, now - at), this.machine.rateMs)
  }

  /** Whether a frame that is not marked as buffered describes the present. A retained message without a trusted time may be of any age. */
  isLive(
    { at, quality }: Judged,
    sent: { readonly ts: number | null; readonly again: boolean },
    now: number,
  ): boolean {
    const isTimed = !sent.again || (sent.ts !== null && quality !== unusable)
    return isTimed && this.isCurrent(at, now)
  }

  /** Whether a message without values proves that the machine is online. A retained message does so if it was sent just now. */
  isThere(again: boolean, ts: number | null, now: number): boolean {
    if (!again) return true
    const sent = ts === null ? null : this.clock.stored(ts, now)
    return sent !== null && this.isCurrent(sent.at, now)
  }

  /** Whether a frame has another state than the last one; remembers the state. */
  reportsState(live: boolean, values: readonly (number | null)[]): boolean {
    const state = values[this.stateSlot] ?? null
    const isNews = state !== null && state !== this.lastState
    if (live && state !== null) this.lastState = state
    return isNews
  }
}

const slotsOf = ({ signals }: KnownMachine): number => Math.max(0, ...signals.map(({ slot }) => slot))

const codeSignalOf = ({ signals }: KnownMachine): string | null =>
  signals.find(({ role }) => role === 'alarm_code')?.code ?? null

const stateSlotOf = ({ signals }: KnownMachine): number =>
  (signals.find(({ role }) => role === 'state')?.slot ?? 0) - 1
