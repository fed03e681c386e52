import { streamsPerSession } from '@cloud-factory/domain/live/live-enums'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runs } from '../../apps/server/test/depth.ts'
import { silent } from '../../apps/server/test/harness.ts'
import { sql } from '../../apps/server/test/sql.ts'
import { type Database, readRows } from '../../apps/server/src/platform/db/handles.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { did } from '../support/did.ts'
import { enterMachine } from '../support/entered-machine.ts'
import { apiAs, dataFolder, type RunningServer, startServer } from '../support/app.ts'
import { listenLive, type LiveReader } from '../support/live-reader.ts'
import { growthOf, type MemorySample, watchMemory } from '../support/memory-course.ts'
import { sendNumbered } from '../support/numbered-sender.ts'

// Runs a server under combined load for SOAK_MINUTES: the simulated factory at ten times its pace, another machine,
// people who write, permanent streams and short ones.

const minutes = Number(process.env['SOAK_MINUTES'] ?? runs(1, 10))
const listeners = { office: 20, wall: 5 }
const metricsToken = 'metrics-of-the-soak'
const settings = { NODE_ENV: 'production', DEMO: '1', SIMULATOR: '1', METRICS_TOKEN: metricsToken }
const folder = dataFolder()
let app: RunningServer
beforeAll(async () => {
  app = await startServer(folder.path, settings)
}, 900_000)
afterAll(async () => {
  await app?.stop()
  folder.remove()
})

type Caller = Awaited<ReturnType<typeof apiAs>>

/** Projects whose creation was acknowledged. */
const written: string[] = []
/** Answers that are neither success nor a request to wait. */
const surprises: string[] = []

async function call(caller: Caller, method: string, path: string, body?: unknown) {
  const reply = await caller.call(method, path, body)
  if (reply.status >= 300 && reply.status !== 429) surprises.push(`${method} ${path}: ${reply.status}`)
  return reply
}

/** Writes and reads in sequence, like a person. */
async function work(name: string, signal: AbortSignal): Promise<void> {
  const caller = await apiAs(app.url, 'planner')
  for (let n = 0; !signal.aborted; n += 1) {
    const words = { code: `${name}-${n}`, name: `${name} ${n}`, customer: '测试客户', contractNo: null }
    const days = { acceptanceStandard: 'GB50205-2020', startsOn: null, endsOn: null }
    const made = await call(caller, 'POST', '/api/projects', { ...words, ...days })
    if (made.status === 201) written.push((made.body as { id: string }).id)
    for (const path of [
      '/api/orders?sort=no',
      '/api/projects?q=a',
      '/api/dashboard/orders',
      '/api/alarm-summary',
    ])
      await call(caller, 'GET', path)
    await pause(100)
  }
}

/** Signs in, listens briefly and leaves. */
async function comeAndGo(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const caller = await apiAs(app.url, 'viewer')
    const reader = await listenLive(`${app.url}/api/live?topics=machines,alarms`, caller.token)
    await vi.waitFor(() => expect(reader.events).toBeGreaterThan(0), { timeout: 60_000 })
    reader.close()
    await call(caller, 'POST', '/api/auth/logout', {})
  }
}

async function openListeners(): Promise<{ office: LiveReader[]; wall: LiveReader[] }> {
  /** Opens as many streams per session as are allowed. */
  const open = async (count: number, path: string): Promise<LiveReader[]> => {
    if (count === 0) return []
    const { token } = await apiAs(app.url, 'admin')
    const inSession = Math.min(count, streamsPerSession)
    const opened = Array.from({ length: inSession }, () => listenLive(`${app.url}${path}`, token))
    return [...(await Promise.all(opened)), ...(await open(count - inSession, path))]
  }
  return {
    office: await open(listeners.office, '/api/live?topics=machines,alarms'),
    wall: await open(listeners.wall, '/api/wall/stream?source=simulated'),
  }
}

/** Growth of memory that counts as steady, MB a minute. */
const maxGrowth = { heap: 1, resident: 5 }
/** After so many times the minutes the memory must be steady. */
const maxRounds = 4
const growthIn = (samples: readonly MemorySample[]) => ({
  heap: growthOf(samples, 'heap'),
  resident: growthOf(samples, 'resident'),
})

function isSteady(samples: readonly MemorySample[]): boolean {
  const { heap, resident } = growthIn(samples)
  return samples.length > 0 && heap < maxGrowth.heap && resident < maxGrowth.resident
}

/** Opens the database of a stopped server. */
async function lookInto<T>(look: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ dataDir: folder.path, log: silent })
  return look(db).finally(() => db.close())
}
const count = async (db: Database, text: string) =>
  (await readRows(db.reads, sql.raw<{ n: number }>(`select count(*)::int as n from ${text}`)))[0]?.n ?? 0

describe(`a server under load for ${minutes} minutes`, () => {
  test(
    'keeps its memory, loses nothing, complains of nothing',
    async (context) => {
      const admin = await apiAs(app.url, 'admin')
      const machine = await enterMachine(app)
      const { port } = (await admin.call('GET', '/api/telemetry/broker')).body as { port: number }
      await call(admin, 'POST', '/api/simulator/start', { scenario: 'normal', seed: 42, speed: 10 })
      const readers = await openListeners()
      const sender = await sendNumbered(`mqtt://127.0.0.1:${port}`, machine, 50)
      const memory = watchMemory(app.url, metricsToken)
      const over = new AbortController()
      const busy = [
        work('A', over.signal),
        work('B', over.signal),
        work('C', over.signal),
        comeAndGo(over.signal),
      ]
      // On a busy machine the server takes longer until its memory stays; what leaks never does.
      for (let round = 0; round < maxRounds && !isSteady(memory.samples); round += 1)
        await pause(minutes * 60_000)
      over.abort()
      await Promise.all(busy)
      await memory.stop()
      await sender.end(60_000)
      const all = [...readers.office, ...readers.wall]
      did(context, {
        minutes: Math.round(memory.samples.at(-1)?.minutes ?? 0),
        streams: all.length,
        'live events': all.reduce((sum, { events }) => sum + events, 0),
        frames: sender.sent,
        writes: written.length,
      })
      expect(all.map(({ end }) => end).filter((end) => end !== null)).toEqual([])
      await vi.waitFor(
        async () => {
          const { body } = await admin.call('GET', '/api/live/frames?topics=machines,alarms')
          const now = (body as { frames: { topic: string; items: object }[] }).frames
          const known = Object.fromEntries(now.map(({ topic, items }) => [topic, items]))
          for (const { topics } of readers.office) expect(Object.fromEntries(topics)).toEqual(known)
        },
        { timeout: 120_000, interval: 200 },
      )
      for (const reader of all) reader.close()
      expect(surprises).toEqual([])
      expect((await admin.call('GET', '/api/audit/verify')).body).toMatchObject({ intact: true })

      expect(await app.stop()).toBe(0)
      expect(app.output()).not.toMatch(/"level":(50|60)/)
      await lookInto(async (db) => {
        const frames = await readRows(
          db.reads,
          sql<{ at: Date }>`select at from telemetry_frames where machine_id = ${machine.id}`,
        )
        const there = new Set(frames.map(({ at }) => at.getTime()))
        expect(there.size).toBe(frames.length)
        expect([...sender.acknowledged].filter((at) => !there.has(at))).toEqual([])
        expect(await count(db, `projects where id in (${written.join()})`)).toBe(written.length)
        const facts = `outbox where name = 'projects.created' and subject_id::bigint in (${written.join()})`
        expect(await count(db, facts)).toBe(written.length)
      })

      const { heap, resident } = growthIn(memory.samples)
      const last = memory.samples.at(-1)
      console.log(
        `heap ${last?.heap.toFixed(0)} MB, growing by ${heap.toFixed(2)} MB a minute; ` +
          `resident ${last?.resident.toFixed(0)} MB, by ${resident.toFixed(2)}`,
      )
      expect(heap).toBeLessThan(maxGrowth.heap)
      expect(resident).toBeLessThan(maxGrowth.resident)
    },
    maxRounds * minutes * 60_000 + 900_000,
  )

  test('throws away what is old, a fortnight later', async () => {
    const later = 15 * 86_400_000
    const old = `interval '${later / 1000 - 3600} seconds'`
    const env = {
      ...settings,
      SIMULATOR: '0',
      CLOCK_OFFSET_MS: String(later),
      NODE_OPTIONS: `--import ${join(import.meta.dirname, '../support/moved-clock.ts')}`,
    }
    const before = await lookInto((db) => count(db, 'telemetry_minutes'))
    expect(before).toBeGreaterThan(0)
    await vi.waitFor(
      async () => {
        app = await startServer(folder.path, env)
        // The server's first jobs run a second after its start, and it waits for them when it stops.
        await pause(3000)
        expect(await app.stop()).toBe(0)
        await lookInto(async (db) => {
          expect(await count(db, 'telemetry_frames')).toBe(0)
          expect(await count(db, `outbox where at < now() + ${old} - interval '7 days'`)).toBeLessThanOrEqual(
            1,
          )
          expect(await count(db, 'idempotency_keys')).toBe(0)
          expect(await count(db, 'telemetry_minutes')).toBeGreaterThanOrEqual(before)
        })
      },
      { timeout: 300_000, interval: 0 },
    )
  }, 600_000)
})
