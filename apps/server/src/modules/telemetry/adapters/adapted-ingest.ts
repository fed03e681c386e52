import type { MissReason } from '@cloud-factory/domain/telemetry/adapter-enums'
import type { FaultReason } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { SentFrame, SentText, SentValue } from '../frames/decoded.rules.ts'
import type { FaultLog } from '../inbox/fault-log.ts'
import type { Incoming, Ingest, Written } from '../ingest.ts'
import type { Adapted, AdaptedText, AdaptedValue, Miss } from './adapter.types.ts'
import type { Found } from './known-adapters.ts'
import { readAdapted } from './read-adapted.rules.ts'

/** Key of a device in the inbox and, once adopted, of the machine: `adapter:device`. */
export const adaptedDevice = (code: string, device: string): string => `${code}:${device}`

/** Reason under which a missed value is counted; null = not counted: the adapter ignores that name, or nothing was sent. */
const counted: Readonly<Record<MissReason, FaultReason | null>> = {
  json: 'json',
  size: 'size',
  count: 'count',
  no_records: 'adapter',
  no_values: 'adapter',
  no_device: 'adapter',
  no_name: 'adapter',
  time: 'adapter',
  no_number: 'value',
  reported: 'value',
  empty: null,
  unnamed: null,
}

/** Passes a message decoded by an adapter to ingestion, on the same path as a native one. */
export function ingestAdapted(
  { ingest, faults }: { readonly ingest: Ingest; readonly faults: FaultLog },
  { known, levels }: Found,
  message: Incoming,
): Written {
  return ingest.safely(message, () => {
    const read = readAdapted(known.adapter, levels, message.payload)
    const { texts, misses } = withTexts(read, (device, signal) =>
      ingest.takesText(adaptedDevice(known.code, device), signal),
    )
    for (const [key, times] of countedMisses(known.code, misses)) {
      const [origin = '', reason] = key.split('\n')
      faults.count(origin, reason as FaultReason, message.topic, message.payload, times)
    }
    const written: Promise<void>[] = []
    for (const [device, frames] of framesByDevice(read.values, texts)) {
      const one = ingest.device(adaptedDevice(known.code, device), message, () => ({
        kind: 'frames',
        boot: '',
        live: !known.adapter.late,
        frames,
      }))
      if (one !== null) written.push(one)
    }
    return written.length === 0 ? null : Promise.all(written).then(() => undefined)
  })
}

/** Texts used as alarm codes, and the remaining missed values. */
export function withTexts(
  { misses }: Adapted,
  takes: (device: string, signal: string) => boolean,
): { readonly texts: readonly AdaptedText[]; readonly misses: readonly Miss[] } {
  const texts = misses.flatMap(({ text }) =>
    text !== undefined && takes(text.device, text.signal) ? [text] : [],
  )
  const taken = new Set(texts)
  return { texts, misses: misses.filter(({ text }) => text === undefined || !taken.has(text)) }
}

interface Instant {
  readonly values: SentValue[]
  readonly texts: SentText[]
}

/** By device (or adapter, if the device is not known) and reason. */
function countedMisses(code: string, misses: readonly Miss[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { device, reason } of misses) {
    const as = counted[reason]
    if (as === null) continue
    const key = `${device === null ? code : adaptedDevice(code, device)}\n${as}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Groups values of one device and instant into one frame. Frames are in order of time; those without a time come last. */
function framesByDevice(
  values: readonly AdaptedValue[],
  codes: readonly AdaptedText[],
): Map<string, SentFrame[]> {
  const devices = new Map<string, Map<number | null, Instant>>()
  const instantOf = ({ device, at }: Pick<AdaptedValue, 'device' | 'at'>): Instant => {
    const times = devices.get(device) ?? new Map<number | null, Instant>()
    devices.set(device, times)
    const instant = times.get(at) ?? { values: [], texts: [] }
    times.set(at, instant)
    return instant
  }
  for (const one of values) instantOf(one).values.push({ code: one.signal, value: one.value, bad: false })
  for (const one of codes) instantOf(one).texts.push({ code: one.signal, text: one.value })
  return new Map(
    [...devices].map(([device, times]) => [
      device,
      [...times]
        .toSorted(([a], [b]) => (a ?? Infinity) - (b ?? Infinity))
        .map(([ts, sent]) => ({ seq: null, ts, ...sent, unread: false })),
    ]),
  )
}
