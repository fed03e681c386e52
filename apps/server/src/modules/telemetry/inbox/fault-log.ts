import type { FaultReason } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Database } from '../../../platform/db/handles.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type FaultSample, storeFaults, storeUnknownDevices, type UnknownDevice } from './faults.store.ts'

/** Maximum size of a message sample, bytes. */
const shown = 2048
/** Maximum number of samples and unknown devices per second; beyond it they are only counted. */
const samplesAtOnce = 5
const unknownDevicesAtOnce = 100

/** Bytes as readable text; bytes that are not text become `\xNN`. */
function readable(payload: Uint8Array): string {
  const cut = Buffer.from(payload.buffer, payload.byteOffset, Math.min(payload.length, shown))
  const text = cut.toString('utf8')
  if (!/[^\P{Cc}\t\n\r]|\ufffd/u.test(text)) return text
  return cut
    .toString('latin1')
    .slice(0, shown / 4)
    .replace(/[^\t\n\r\u0020-\u007e]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

export interface FaultLogDeps {
  readonly db: Database
  readonly log: Log
  readonly plantId: number
  readonly now: () => number
}

/** Counts rejected messages and keeps a few samples, written together once a second. Memory is bounded under any load. */
export class FaultLog {
  readonly #deps: FaultLogDeps
  #counts = new Map<string, { origin: string; reason: FaultReason; count: number }>()
  #samples: FaultSample[] = []
  #unknownDevices = new Map<string, UnknownDevice>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  /** Since the start. */
  total = 0

  constructor(deps: FaultLogDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#writing = this.#writing.then(() => this.flush())
    }, 1000).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.flush()
  }

  /** `origin`: a machine's code, a device's key or a gateway's code; empty = not known. */
  count(origin: string, reason: FaultReason, topic: string, payload: Uint8Array | null, times = 1): void {
    this.total += times
    const named = this.#counts.size < 500 ? origin.slice(0, 200) : ''
    const key = `${named} ${reason}`
    const there = this.#counts.get(key)
    if (there === undefined) this.#counts.set(key, { origin: named, reason, count: times })
    else there.count += times
    if (payload !== null && this.#samples.length < samplesAtOnce) {
      const at = this.#deps.now()
      this.#samples.push({ at, origin: named, reason, topic: topic.slice(0, 200), sample: readable(payload) })
    }
  }

  unknownDevice(deviceKey: string, topic: string, payload: Uint8Array): void {
    this.total += 1
    const now = this.#deps.now()
    const there = this.#unknownDevices.get(deviceKey)
    if (there !== undefined) {
      there.messages += 1
      there.lastAt = now
    } else if (this.#unknownDevices.size < unknownDevicesAtOnce) {
      this.#unknownDevices.set(deviceKey, {
        messages: 1,
        firstAt: now,
        lastAt: now,
        topic: topic.slice(0, 200),
        sample: readable(payload),
      })
    }
  }

  /** Writes the counts. While the database is unavailable, they accumulate in memory. */
  async flush(): Promise<void> {
    const { db, log, plantId, now } = this.#deps
    const [counts, samples, unknownDevices] = [this.#counts, this.#samples, this.#unknownDevices]
    if (counts.size === 0 && unknownDevices.size === 0) return
    this.#counts = new Map()
    this.#samples = []
    this.#unknownDevices = new Map()
    try {
      await db.tx(async (write) => {
        await storeFaults(write, plantId, { counts: [...counts.values()], samples, at: now() })
        await storeUnknownDevices(write, plantId, unknownDevices)
      })
    } catch (error) {
      log.warn({ err: error }, 'faults of telemetry could not be written')
      for (const { origin, reason, count } of counts.values()) this.count(origin, reason, '', null, count)
      this.total -= [...counts.values()].reduce((sum, { count }) => sum + count, 0)
    }
  }
}
