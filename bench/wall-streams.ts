// Listeners of one wall screen's stream: `node bench/wall-streams.ts 20` (seconds a round). One, fifty and five
// hundred listeners of the simulated screen with sixty machines; five of the five hundred never read. They run in a
// separate process, so the processor time is the server's: the cost of fifty is the difference to one. A delta
// contains its creation time, and the map contains the MQTT publish time of its newest frame; both are compared with
// the arrival time.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveDelta } from '@cloud-factory/domain/live/live-enums'
import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { machineLoad } from './support/cpu.ts'
import { openApp } from './support/app.ts'

interface Round {
  readonly origin: string
  readonly sessions: readonly Readonly<Record<string, string>>[]
  readonly listeners: number
  readonly stuck: number
  readonly seconds: number
}
interface Heard {
  readonly opened: number
  readonly deltas: number
  readonly toListener: number[]
  readonly fromMqtt: number[]
}

if (process.argv[2] === 'listen') await listen(JSON.parse(process.argv[3] ?? '{}') as Round)
else await measure(Number(process.argv[2] ?? 20))

async function measure(seconds: number): Promise<void> {
  const app = await openApp('pglite', async () => undefined)
  try {
    console.log(`embedded, ${machineLoad()}`)
    for (const [listeners, stuck] of [
      [1, 0],
      [50, 0],
      [500, 5],
    ] as const) {
      const { origin, sessions } = app
      const round: Round = { origin, sessions, listeners, stuck, seconds }
      const child = fork(import.meta.filename, ['listen', JSON.stringify(round)])
      // Wait until all are connected: opening a stream is not part of its cost.
      const ended = once(child, 'exit').then(([code]) =>
        Promise.reject(new Error(`the listeners ended: ${code}`)),
      )
      ended.catch(() => undefined)
      await Promise.race([once(child, 'message'), ended])
      const before = process.cpuUsage()
      const [heard] = (await Promise.race([once(child, 'message'), ended])) as [Heard]
      const { user, system } = process.cpuUsage(before)
      const share = ((user + system) / 1e4 / seconds).toFixed(1)
      console.log(
        `${heard.opened} listeners, ${stuck} stuck: ${heard.deltas} deltas, server ${share} % of a core; ` +
          `made → listener ${spread(heard.toListener)}; MQTT → item at listener ${spread(heard.fromMqtt)}`,
      )
    }
    console.log(machineLoad())
  } finally {
    await app.close()
  }
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
}

async function listen({ origin, sessions, listeners, stuck, seconds }: Round): Promise<void> {
  const heard = { opened: 0, deltas: 0, toListener: [] as number[], fromMqtt: [] as number[] }
  let measuring = false
  const leaving = new AbortController()
  const open = async (index: number): Promise<void> => {
    const headers = sessions[index % sessions.length] ?? {}
    const reply = await fetch(`${origin}/api/wall/stream?source=simulated`, {
      headers,
      signal: leaving.signal,
    })
    if (reply.body === null || !reply.ok) throw new Error(`no stream: ${reply.status}`)
    heard.opened += 1
    // The first listeners never read.
    if (index < stuck) return
    void read(reply.body)
  }
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const bytes of body) {
        text += decoder.decode(bytes, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        if (measuring) for (const block of blocks) take(block)
      }
    } catch {
      // The round is over.
    }
  }
  const take = (block: string): void => {
    if (!block.includes('event: delta')) return
    const now = Date.now()
    const delta = JSON.parse(block.slice(block.indexOf('data: ') + 6)) as LiveDelta
    heard.deltas += 1
    heard.toListener.push(now - delta.at)
    const at = (delta.set as WallItems).workshop_map?.at
    if (typeof at === 'number') heard.fromMqtt.push(now - at)
  }
  for (let index = 0; index < listeners; index += 1) {
    await open(index)
    await pause(10)
  }
  await pause(5_000)
  process.send?.('all have come')
  measuring = true
  await pause(seconds * 1_000)
  measuring = false
  process.send?.(heard)
  leaving.abort()
  process.disconnect?.()
}
