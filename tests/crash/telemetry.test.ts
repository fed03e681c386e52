import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../apps/server/test/depth.ts'
import { silent } from '../../apps/server/test/harness.ts'
import { migratedDatabase, runPostgres } from '../../apps/server/test/run-postgres.ts'
import { sql } from '../../apps/server/test/sql.ts'
import { readRows } from '../../apps/server/src/platform/db/handles.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { enterMachine, type EnteredMachine } from '../support/entered-machine.ts'
import { apiAs, dataFolder, migratedFolder, type RunningServer, startServer } from '../support/app.ts'

/** Kills the server at random moments while machines send. Every acknowledged frame must exist after the restart. */
const rounds = runs(1, 25)

const postgres = await runPostgres('kills while machines send')
const url = postgres === null ? undefined : await migratedDatabase(postgres)
const engines = [
  { name: 'embedded database', url: undefined, skip: false },
  { name: 'PostgreSQL', url, skip: url === undefined },
]

async function sendUntilGone(
  app: RunningServer,
  way: EnteredMachine,
  acknowledged: Set<number>,
): Promise<void> {
  const { port } = (await (await apiAs(app.url, 'admin')).call('GET', '/api/telemetry/broker')).body as {
    port: number
  }
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: way.gateway,
    password: way.password,
    reconnectPeriod: 0,
  })
  client.on('error', () => undefined)
  let isOver = false
  client.on('close', () => {
    isOver = true
  })
  const boot = String(Date.now())
  // The kill happens under load, however slow the machine.
  const dying = acknowledged.size + 20 + Math.floor(Math.random() * 200)
  let death: Promise<void> | undefined
  for (let seq = 0; !isOver; seq += 1) {
    const ts = Date.now()
    const body = JSON.stringify({ boot, seq, ts, m: { [way.signal]: seq % 2 } })
    client.publishAsync(way.topic, body, { qos: 1 }).then(
      () => acknowledged.add(ts),
      () => undefined,
    )
    if (acknowledged.size > dying) death ??= app.kill()
    await pause(3)
  }
  await death
}

describe.each(engines)('kill -9 while machines send, on the $name', ({ url, skip }) => {
  let folder: ReturnType<typeof dataFolder>
  beforeAll(async () => {
    folder = url === undefined ? await migratedFolder() : dataFolder()
  })
  afterAll(() => folder.remove())

  it.skipIf(skip)(
    `loses no acknowledged frame in ${rounds} rounds`,
    async () => {
      const env = { DEMO: '0', ...(url === undefined ? {} : { DATABASE_URL: url }) }
      const acknowledged = new Set<number>()
      let way: EnteredMachine | null = null
      for (let round = 0; round < rounds; round += 1) {
        const app = await startServer(folder.path, env)
        way ??= await enterMachine(app)
        await sendUntilGone(app, way, acknowledged)
      }
      // The next start recovers the data of a killed server.
      await (await startServer(folder.path, env)).stop()
      const db = await openDatabase({ url, dataDir: folder.path, log: silent })
      const rows = await readRows(db.reads, sql<{ at: Date }>`select at from telemetry_frames`)
      await db.close()
      const there = new Set(rows.map(({ at }) => at.getTime()))
      expect(acknowledged.size).toBeGreaterThan(20 * rounds)
      expect([...acknowledged].filter((at) => !there.has(at))).toEqual([])
    },
    runs(5, 60) * 60_000,
  )
})
