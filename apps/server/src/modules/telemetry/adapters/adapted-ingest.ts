import { sql } from 'kysely'
import type { AdapterMapping } from '@cloud-factory/contract/telemetry/adapters'
import type { MissReason, FaultReason } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { type Database, readRows } from '../../../platform/db/handles.ts'
import type { Log } from '../../../platform/log/log.ts'
import { covers } from '@cloud-factory/domain/telemetry/mqtt-topics.rules'
import type { SentFrame, SentText, SentValue } from '../native/native-payload.rules.ts'
import type { FaultLog } from '../inbox/fault-log.ts'
import type { Incoming, Ingest, Written } from '../ingest.ts'
import {
  type Adapter,
  filterOf,
  matchTopic,
  type Adapted,
  type AdaptedText,
  type AdaptedValue,
  type Miss,
} from './adapter.rules.ts'
import type { StoredMap } from './adapters.queries.ts'
import { compileAdapter, readAdapted } from './read-adapted.rules.ts'

interface KnownAdaptersDeps {
  readonly db: Database
  readonly log: Log
  readonly plantId: number
  /** Called when the subscribed filters have changed. */
  readonly filters: (filters: readonly string[]) => void
}

/** Reload interval, ms. */
const readEvery = 5000

interface StoredAdapter {
  readonly code: string
  readonly pattern: string
  readonly map: StoredMap
  readonly signals: AdapterMapping['signals']
  readonly gateway: string | null
  readonly topics: readonly string[] | null
}

/** An active adapter. `gateway`: the gateway whose messages it decodes, and the topics it may publish to; null = any gateway. */
interface KnownAdapter {
  readonly code: string
  readonly adapter: Adapter
  readonly gateway: { readonly code: string; readonly topics: readonly string[] } | null
}

/** An adapter that matches a topic, with the captured levels. */
interface Found {
  readonly known: KnownAdapter
  readonly levels: ReadonlyMap<string, string>
}

/** Active adapters, reloaded from the database every few seconds. */
export class KnownAdapters {
  readonly #deps: KnownAdaptersDeps
  #all: readonly KnownAdapter[] = []
  #filters = ''
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> = Promise.resolve()

  constructor(deps: KnownAdaptersDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    await this.refresh()
    this.#timer = setInterval(() => void this.refresh(), readEvery).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#reading
  }

  /**
   * The adapter for a message. An adapter of the message's gateway has priority over a general one, then the order is by code. An external broker
   * does not name the sender, so the gateway is identified by the topics it may publish to.
   */
  find(topic: string, sender: string): Found | null {
    for (const known of this.#all) {
      const { gateway } = known
      const isTheirs =
        gateway === null ||
        (sender === '' ? gateway.topics.some((filter) => covers(filter, topic)) : gateway.code === sender)
      const levels = isTheirs ? matchTopic(known.adapter.pattern, topic) : null
      if (levels !== null) return { known, levels }
    }
    return null
  }

  /** Reloads the adapters. While the database is unavailable, the previous ones stay in use. */
  refresh(): Promise<void> {
    this.#reading = this.#read().catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'adapters could not be read'),
    )
    return this.#reading
  }

  async #read(): Promise<void> {
    const { db, plantId, filters } = this.#deps
    const rows = await readRows(
      db.reads,
      sql<StoredAdapter>`select a.code, a.pattern, a.map, a.signals, g.code as gateway, g.topics
        from telemetry_adapters a left join gateways g on g.id = a.gateway_id
        where a.plant_id = ${plantId} and a.active and coalesce(g.active, true)
        order by a.gateway_id nulls last, a.code`,
    )
    this.#all = rows.flatMap(({ code, pattern, map, signals, gateway, topics }) => {
      const compiled = compileAdapter({ ...map, pattern, gatewayId: null, signals })
      const of = gateway === null ? null : { code: gateway, topics: topics ?? [] }
      return compiled.ok ? [{ code, adapter: compiled.adapter, gateway: of }] : []
    })
    const requested = [...new Set(rows.map(({ pattern }) => filterOf(pattern)))].toSorted()
    if (requested.join('\n') === this.#filters) return
    this.#filters = requested.join('\n')
    filters(requested)
  }
}

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
  const used = new Set(texts)
  return { texts, misses: misses.filter(({ text }) => text === undefined || !used.has(text)) }
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
