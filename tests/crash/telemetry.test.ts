import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestPostgres } from '../../apps/server/test/postgres.ts'
import { silent } from '../../apps/server/test/harness.ts'
import { sql } from '../../apps/server/test/sql.ts'
import { readRows } from '../../apps/server/src/platform/db/handles.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { enterMachine, type EnteredMachine } from '../support/entered-machine.ts'
import { apiAs, dataFolder, type RunningHouse, startHouse } from '../support/house.ts'

/** The server dies at random moments while machines send; every frame it acknowledged is there when it is back. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 3)

const postgres: TestPostgres | null = await startPostgres()
afterAll(() => postgres?.stop())
const engines = [
  { name: 'embedded database', url: undefined, skip: false },
  { name: 'PostgreSQL', url: postgres?.url, skip: postgres === null },
]

async function sendUntilGone(
  house: RunningHouse,
  way: EnteredMachine,
  acknowledged: Set<number>,
): Promise<void> {
  const { port } = (await (await apiAs(house.url, 'admin')).call('GET', '/api/telemetry/broker')).body as {
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
  const before = acknowledged.size
  let timer: NodeJS.Timeout | undefined
  for (let seq = 0; !isOver; seq += 1) {
    const ts = Date.now()
    const body = JSON.stringify({ boot, seq, ts, m: { [way.signal]: seq % 2 } })
    client.publishAsync(way.topic, body, { qos: 1 }).then(
      () => acknowledged.add(ts),
      () => undefined,
    )
    // It dies under work, however slow the machine is.
    if (acknowledged.size > before + 20) timer ??= setTimeout(() => void house.kill(), Math.random() * 1500)
    await pause(3)
  }
  clearTimeout(timer)
  await house.kill()
}

describe.each(engines)('kill -9 while machines send, on the $name', ({ url, skip }) => {
  const folder = dataFolder()
  afterAll(() => folder.remove())

  it.skipIf(skip)(`loses no acknowledged frame in ${rounds} rounds`, async () => {
    const env = { DEMO: '0', ...(url === undefined ? {} : { DATABASE_URL: url }) }
    const acknowledged = new Set<number>()
    let way: EnteredMachine | null = null
    for (let round = 0; round < rounds; round += 1) {
      const house = await startHouse(folder.path, env)
      way ??= await enterMachine(house)
      await sendUntilGone(house, way, acknowledged)
    }
    // What a dead server left behind is recovered by the next one.
    await (await startHouse(folder.path, env)).stop()
    const db = await openDatabase({ url, dataDir: folder.path, log: silent })
    const rows = await readRows(db.reads, sql<{ at: Date }>`select at from telemetry_frames`)
    await db.close()
    const there = new Set(rows.map(({ at }) => at.getTime()))
    expect(acknowledged.size).toBeGreaterThan(50)
    expect([...acknowledged].filter((at) => !there.has(at))).toEqual([])
  })
})
