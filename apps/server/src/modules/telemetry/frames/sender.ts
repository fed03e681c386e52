import { isCurrent, silenceOf } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { CodeChange } from '../events/alarm-codes.rules.ts'
import type { KnownMachine } from '../machines.port.ts'
import { KeptValues } from './kept-values.rules.ts'
import { type Judged, SenderClock, unusable } from './sender-clock.rules.ts'
import { SequenceWindow } from './sequence.rules.ts'

/** How often a link that only goes on is written, ms. */
export const linkEvery = 2000

/** What ingestion remembers of a machine while the process lives. Nothing here is the only copy of a fact. */
export class Sender {
  machine: KnownMachine
  signals: ReadonlyMap<string, KnownMachine['signals'][number]>
  /** How many values a frame has. */
  slots: number
  /** Place of the state in a frame's values; -1 = it sends none. */
  stateSlot: number
  readonly window = new SequenceWindow()
  readonly clock = new SenderClock()
  kept = new KeptValues()
  /** The signal that carries alarm codes, as the machine calls it. */
  codeSignal: string | null
  /** What the alarm code was lately, the oldest first. */
  codes: readonly CodeChange[] = []
  lastState: number | null = null
  /** When its link was last written, ms; between, hearing it is not worth a row. */
  linkWrittenAt = 0
  /** It was heard last as a Sparkplug device, which sends only what changes. */
  byException = false

  constructor(machine: KnownMachine) {
    this.machine = machine
    this.signals = new Map(machine.signals.map((signal) => [signal.code, signal]))
    this.slots = slotsOf(machine)
    this.stateSlot = stateSlotOf(machine)
    this.codeSignal = codeSignalOf(machine)
  }

  /** Its register entry as it is now. With another profile the slots mean something else. */
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

  /** Silent for so long, ms, it counts as gone; null: its silence says nothing. */
  get idleTimeoutMs(): number | null {
    return this.byException ? null : silenceOf(this.machine.rateMs)
  }

  /** Since when it was silent for too long, ms, now that it is heard; null: nothing is known here; undefined: it was not. */
  silentSince(now: number): number | null | undefined {
    const { linkWrittenAt: heardAt, idleTimeoutMs } = this
    if (heardAt === 0) return null
    return idleTimeoutMs !== null && now - heardAt > idleTimeoutMs + linkEvery ? heardAt : undefined
  }

  /** Whether what was measured then (ms, by the server's clock) says how it is now. */
  isCurrent(at: number, now: number): boolean {
    const link = { online: true, byException: this.byException }
    return isCurrent(link, Math.max(0, now - at), this.machine.rateMs)
  }

  /** Whether a frame that is not said to come out of a store says how it is now. What a broker kept and does not name a time that can be trusted may be of any time. */
  isLive(
    { at, quality }: Judged,
    sent: { readonly ts: number | null; readonly again: boolean },
    now: number,
  ): boolean {
    const isTimed = !sent.again || (sent.ts !== null && quality !== unusable)
    return isTimed && this.isCurrent(at, now)
  }

  /** Whether a message of no values says that it is there now: one that a broker kept does when it was sent just now. */
  isThere(again: boolean, ts: number | null, now: number): boolean {
    if (!again) return true
    const sent = ts === null ? null : this.clock.stored(ts, now)
    return sent !== null && this.isCurrent(sent.at, now)
  }

  /** Whether a frame tells another state than the last; it is remembered. */
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
