import { type Span, without } from '../work-calendar/work-windows.rules.ts'

/** How a counter counts, in the unit of its sums. */
export interface CounterKind {
  /** Factor from the machine's own unit. */
  readonly factor: number
  /** Smallest step of the counter, in the machine's own unit. */
  readonly step: number
  /** Highest value before the counter starts again at 0, in the machine's own unit; null: unknown. */
  readonly high: number | null
}

/** Factors to kWh and to seconds, by unit; an unknown unit counts as the first one. */
export const toKwh: Readonly<Record<string, number>> = { kWh: 1, Wh: 0.001, MWh: 1000, kW·h: 1, 度: 1 }
export const toSeconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 }

/** A decrease by up to this share of the value is noise or a manual correction, not a reset. */
const noiseShare = 0.001
/** A counter rolled over if it was above this share of its highest value and is now below the remaining share. */
const rolloverShare = 0.9

/**
 * Increase of a counter from one reading to the next, and its new value. A lower value means a reset (the new value is what was
 * counted since), or a rollover where the highest value is known. A decrease below the noise limit counts as no change.
 */
export function riseOf(
  before: number,
  now: number,
  { step, high }: CounterKind,
): { readonly rise: number; readonly stands: number } {
  if (now >= before) return { rise: now - before, stands: now }
  if (before - now <= Math.max(step, before * noiseShare)) return { rise: 0, stands: before }
  const isRollover = high !== null && before >= high * rolloverShare && now <= high * (1 - rolloverShare)
  return { rise: Math.max(0, isRollover ? high - before + step + now : now), stands: now }
}

/** What a machine's counters measured; null: unknown. */
interface Counted {
  readonly output: number | null
  readonly good: number | null
  /** kWh. */
  readonly energy: number | null
  /** Seconds with an arc. */
  readonly arc: number | null
}

const nothingCounted: Counted = { output: null, good: null, energy: null, arc: null }

/** How the counters of a profile count; null: the profile has no such counter. */
export interface CounterProfile {
  readonly outputUnit: string
  readonly output: CounterKind | null
  readonly good: CounterKind | null
  readonly energy: CounterKind | null
  /**
   * Either a time counter, or a signal that shows a burning arc; then `holdMs` says how long one value holds without another.
   */
  readonly arc: CounterKind | { readonly share: number; readonly holdMs: number } | null
}

/** A stored frame, in the machine's own units; instants are ms since 1970. */
export interface Reading {
  readonly at: number
  readonly profileId: number
  readonly output: number | null
  readonly good: number | null
  readonly energy: number | null
  readonly arc: number | null
}

/** State of the counters after a reading, from which the series continues. */
export interface Carry {
  readonly at: number
  readonly profileId?: number | undefined
  readonly outputUnit?: string | undefined
  readonly output: number | null
  readonly good: number | null
  readonly energy: number | null
  readonly arc: number | null
  /** Since when an arc has been burning, and for what share of the time. */
  readonly burning?: { readonly at: number; readonly share: number } | null
}

const noCarry: Carry = { at: Number.NEGATIVE_INFINITY, output: null, good: null, energy: null, arc: null }

/** The working day and shift of an instant, and when that shift ends. */
export interface ShiftSpan {
  readonly day: string
  readonly shiftId: number | null
  readonly to: number
}

interface SeriesDeps {
  readonly profileOf: (id: number) => CounterProfile | undefined
  readonly shiftAt: (at: number) => ShiftSpan
  /** Periods without data of the machine. No arc time is counted in them. */
  readonly unknown?: readonly Span[]
  /** The machine sends only changes: a value holds until it sends another. */
  readonly isHeld?: boolean
  /** Arc time before this instant is already counted. */
  readonly from?: number
}

export interface ShiftCounted extends Counted {
  readonly day: string
  readonly shiftId: number | null
}

/**
 * Adds up counter increases by shift. An increase belongs to the shift in which it was read; arc time belongs to the shift in
 * which the arc burnt. `readings` are in time order. The very first readings only set the starting values.
 */
export class CounterSeries {
  private readonly deps: SeriesDeps
  private readonly rows = new Map<string, ShiftCounted>()
  carry: Carry

  constructor(deps: SeriesDeps, carry: Carry | null) {
    this.deps = deps
    this.carry = carry ?? noCarry
  }

  get counted(): readonly ShiftCounted[] {
    return [...this.rows.values()]
  }

  /** Sets the starting values of the counters; counts nothing. */
  begin(readings: readonly Reading[]): void {
    for (const reading of readings) this.carry = this.stand(reading, () => undefined)
  }

  take(readings: readonly Reading[]): void {
    for (const reading of readings) {
      const shift = this.deps.shiftAt(reading.at)
      this.carry = this.stand(reading, (what, amount) => this.add(shift, what, amount))
    }
  }

  private stand(reading: Reading, rose: (what: keyof Counted, amount: number) => void): Carry {
    const { carry } = this
    const profile = this.deps.profileOf(reading.profileId)
    if (profile === undefined) return { ...carry, at: reading.at }
    // Pieces and metres cannot be added up: the series starts again.
    const isSameUnit = carry.outputUnit === undefined || carry.outputUnit === profile.outputUnit
    const counter = (what: keyof Counted, kind: CounterKind | null, before: number | null): number | null => {
      const reported = reading[what]
      if (kind === null || reported === null) return before
      const now = reported * kind.factor
      if (before === null) return now
      const scaled = { ...kind, step: kind.step * kind.factor, high: kind.high && kind.high * kind.factor }
      const { rise, stands } = riseOf(before, now, scaled)
      rose(what, rise)
      return stands
    }
    const isBurning = profile.arc !== null && 'share' in profile.arc
    return {
      at: reading.at,
      profileId: reading.profileId,
      outputUnit: profile.outputUnit,
      output: counter('output', profile.output, isSameUnit ? carry.output : null),
      good: counter('good', profile.good, isSameUnit ? carry.good : null),
      energy: counter('energy', profile.energy, carry.energy),
      arc: isBurning ? carry.arc : counter('arc', arcCounter(profile), carry.arc),
      burning: isBurning ? this.burn(profile, reading, rose) : (carry.burning ?? null),
    }
  }

  private burn(profile: CounterProfile, { at, arc }: Reading, rose: (what: 'arc', amount: number) => void) {
    const before = this.carry.burning ?? null
    if (arc === null || profile.arc === null || !('share' in profile.arc)) return before
    const { share, holdMs } = profile.arc
    if (before !== null) {
      // If the signal was sent at all, arc time is 0, not unknown, where nothing burnt.
      rose('arc', 0)
      const until = this.deps.isHeld === true ? at : Math.min(at, before.at + holdMs)
      const known = without({ from: before.at, to: Math.max(before.at, until) }, this.deps.unknown ?? [])
      for (const span of known) this.burnt(span, before.share)
    }
    return { at, share: Math.min(Math.max(arc * share, 0), 1) }
  }

  private burnt(span: Span, share: number): void {
    let from = Math.max(span.from, this.deps.from ?? Number.NEGATIVE_INFINITY)
    while (from < span.to) {
      const shift = this.deps.shiftAt(from)
      const to = Math.min(span.to, shift.to)
      this.add(shift, 'arc', ((to - from) / 1000) * share)
      from = to
    }
  }

  private add({ day, shiftId }: ShiftSpan, what: keyof Counted, amount: number): void {
    const key = `${day} ${shiftId}`
    const row = this.rows.get(key) ?? { day, shiftId, ...nothingCounted }
    this.rows.set(key, { ...row, [what]: (row[what] ?? 0) + amount })
  }
}

const arcCounter = ({ arc }: CounterProfile): CounterKind | null =>
  arc === null || 'share' in arc ? null : arc
