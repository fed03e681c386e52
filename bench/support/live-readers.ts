// Readers of live streams in a separate process, started by `bench/live-streams.ts`.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Messages to and from the readers. */
export interface ReadersOrder {
  readonly origin: string
  readonly path: string
  readonly token: string
  readonly streams: number
  /** Number of streams that never read. */
  readonly stuck: number
  readonly settleMs: number
  readonly measureMs: number
}
export interface ReaderStats {
  /** Bytes received during the measurement. */
  readonly bytes: number
  /** Longest gap between messages of each reader, ms, ascending. */
  readonly silences: readonly number[]
}

interface Heard {
  bytes: number
  at: number
  longest: number
}

const { origin, path, token, streams, stuck, settleMs, measureMs } = JSON.parse(
  process.argv[2] ?? '{}',
) as ReadersOrder

/** Reads a stream and measures its gaps. */
async function listen(): Promise<Heard> {
  const reply = await fetch(`${origin}${path}`, { headers: { authorization: token } })
  const heard: Heard = { bytes: 0, at: performance.now(), longest: 0 }
  const read = async () => {
    for await (const chunk of reply.body ?? []) {
      const now = performance.now()
      heard.longest = Math.max(heard.longest, now - heard.at)
      heard.at = now
      heard.bytes += chunk.length
    }
  }
  read().catch(() => undefined)
  return heard
}

/** Requests a stream on a bare socket and never reads. */
function stick(): void {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\n\r\n`)
}

const readers: Heard[] = []
// Sessions have a rate limit.
for (let n = 0; n < streams - stuck; n += 1) {
  readers.push(await listen())
  if (n % 20 === 19) await pause(250)
}
for (let n = 0; n < stuck; n += 1) stick()
await pause(settleMs)
for (const one of readers) one.longest = 0
const before = readers.reduce((sum, { bytes }) => sum + bytes, 0)
process.send?.('ready')
await pause(measureMs)
const bytes = readers.reduce((sum, one) => sum + one.bytes, 0) - before
const silences = readers.map(({ longest }) => longest).toSorted((a, b) => a - b)
process.send?.({ bytes, silences } satisfies ReaderStats, () => process.exit(0))
