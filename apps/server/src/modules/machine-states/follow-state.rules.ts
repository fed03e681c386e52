import { silenceOf } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'

/** A machine's observed state; ms since 1970. */
export interface Sample {
  readonly at: number
  readonly state: MachineState
}

/** State of the debouncing of one machine. Its machine state is the last one that held long enough. */
export interface Track {
  readonly state: MachineState
  /** A newer state that has not held long enough yet. */
  readonly candidate: Sample | null
  readonly seenAt: number
}

/** A new state counts only after this time: contacts bounce, and a torch that goes out for a second is no stop. */
export const debounceMs = 3000
/**
 * Samples up to this much older than the newest still change the followed state. Older ones are handled by recomputing from
 * stored frames.
 */
export const lateMs = 30_000

/** Processes the next sample in time order. `steps`: the state changes with their instants. */
function follow(track: Track, sample: Sample): { readonly track: Track; readonly steps: readonly Sample[] } {
  const settled = settle(track, sample.at)
  const next = { ...settled.track, seenAt: sample.at }
  const steps = settled.step === null ? [] : [settled.step]
  if (sample.state === next.state) return { track: { ...next, candidate: null }, steps }
  // "No data" is not a machine state, so its start and end are not debounced.
  if (sample.state === 'offline' || next.state === 'offline')
    return {
      track: { state: sample.state, candidate: null, seenAt: sample.at },
      steps: [...steps, sample],
    }
  const candidate = next.candidate?.state === sample.state ? next.candidate : sample
  return { track: { ...next, candidate }, steps }
}

/** Applies the passing of time without a new sample: a candidate that held long enough becomes the state. */
export function settle(track: Track, now: number): { readonly track: Track; readonly step: Sample | null } {
  const { candidate } = track
  if (candidate === null || now - candidate.at < debounceMs) return { track, step: null }
  return { track: { ...track, state: candidate.state, candidate: null }, step: candidate }
}

/** A gap between two samples longer than the machine's idle timeout is "no data", from one period after the first sample. */
export function silence(track: Track, now: number, rateMs: number): Sample | null {
  if (track.state === 'offline' || now - track.seenAt < silenceOf(rateMs)) return null
  return { at: track.seenAt + rateMs, state: 'offline' }
}

/** The last half minute of a machine's samples, so that late samples can be sorted in. */
export interface TrackState {
  /** The track before the first of `samples`. */
  readonly base: Track
  readonly samples: readonly Sample[]
  readonly track: Track
}

export const remember = (track: Track): TrackState => ({ base: track, samples: [], track })

/** A machine's course from an instant on: its state at that instant, and each later change. */
export interface Timeline {
  readonly from: number
  readonly pieces: readonly Sample[]
}

/** Processes a sample. `timeline`: what has to be written; null: nothing. `late`: the sample is too old and was not used. */
export function take(
  memory: TrackState,
  sample: Sample,
): { readonly memory: TrackState; readonly timeline: Timeline | null; readonly late: boolean } {
  if (sample.at < memory.track.seenAt) return takeLate(memory, sample)
  const { track, steps } = follow(memory.track, sample)
  return {
    memory: trimmed({ ...memory, samples: [...memory.samples, sample], track }),
    timeline: steps[0] === undefined ? null : { from: steps[0].at, pieces: steps },
    late: false,
  }
}

function takeLate(memory: TrackState, sample: Sample) {
  const { base, track } = memory
  if (sample.at < track.seenAt - lateMs || sample.at < base.seenAt)
    return { memory, timeline: null, late: true }
  const after = memory.samples.findIndex(({ at }) => at > sample.at)
  const samples = memory.samples.toSpliced(after < 0 ? memory.samples.length : after, 0, sample)
  const from = base.candidate?.at ?? base.seenAt
  const pieces: Sample[] = [{ at: from, state: base.state }]
  let now = base
  for (const next of samples) {
    const followed = follow(now, next)
    now = followed.track
    pieces.push(...followed.steps)
  }
  return { memory: { base, samples, track: now }, timeline: { from, pieces }, late: false }
}

/** Drops samples that are older than any usable late sample; the base track replaces them. */
function trimmed(memory: TrackState): TrackState {
  const oldest = memory.track.seenAt - lateMs - debounceMs
  const firstRemaining = memory.samples.findIndex(({ at }) => at >= oldest)
  // Not one by one: each step would copy a list.
  if (firstRemaining < 20 && memory.samples.length < 200) return memory
  let { base } = memory
  for (const sample of memory.samples.slice(0, firstRemaining)) base = follow(base, sample).track
  return { ...memory, base, samples: memory.samples.slice(firstRemaining) }
}

/**
 * Course of a period from samples in time order; long gaps become "no data". `rateMs` null: the machine sends only changes, so
 * gaps mean nothing. Nor does a gap in which `wasConnected`: the machine sent messages without a state.
 */
export function timelineOf(
  samples: readonly Sample[],
  from: number,
  to: number,
  rateMs: number | null,
  wasConnected: (from: number, to: number) => boolean = () => false,
): Sample[] {
  const silent = (at: number) => {
    const gone = rateMs === null ? null : silence(track, at, rateMs)
    return gone !== null && wasConnected(gone.at, at) ? null : gone
  }
  const pieces: Sample[] = []
  let track: Track = { state: 'offline', candidate: null, seenAt: from }
  const push = (step: Sample | null) => {
    if (step !== null && step.at < to) pieces.push({ ...step, at: Math.max(step.at, from) })
  }
  for (const sample of samples) {
    const gone = silent(sample.at)
    if (gone !== null) {
      push(settle(track, gone.at).step)
      push(gone)
      track = { state: 'offline', candidate: null, seenAt: gone.at }
    }
    const followed = follow(track, sample)
    for (const step of followed.steps) push(step)
    track = followed.track
  }
  const last = settle(track, to)
  push(last.step)
  track = last.track
  push(silent(to))
  return pieces[0]?.at === from ? pieces : [{ at: from, state: 'offline' }, ...pieces]
}
