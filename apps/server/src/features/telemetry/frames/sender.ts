import { silenceOf } from '@cloud-factory/contract/liveness.rules'
import type { CodeChange } from '../events/alarm-codes.rules.ts'
import type { KnownMachine } from '../machines.port.ts'
import { KeptValues } from './kept-values.rules.ts'
import { SenderClock } from './sender-clock.rules.ts'
import { SequenceWindow } from './sequence.rules.ts'

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
  get silenceMs(): number | null {
    return this.byException ? null : silenceOf(this.machine.rateMs)
  }
}

const slotsOf = ({ signals }: KnownMachine): number => Math.max(0, ...signals.map(({ slot }) => slot))

const codeSignalOf = ({ signals }: KnownMachine): string | null =>
  signals.find(({ role }) => role === 'alarm_code')?.code ?? null

const stateSlotOf = ({ signals }: KnownMachine): number =>
  (signals.find(({ role }) => role === 'state')?.slot ?? 0) - 1
