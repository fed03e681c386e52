import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestPostgres } from '../../apps/server/test/postgres.ts'
import { silent } from '../../apps/server/test/harness.ts'
import { sql } from '../../apps/server/test/sql.ts'
import { readRows } from '../../apps/server/src/platform/db/handles.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { apiAs, dataFolder, type RunningHouse, startHouse } from '../support/house.ts'

/** The server dies at random moments while machines send; every frame it acknowledged is there when it is back. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 3)

const postgres: TestPostgres | null = await startPostgres()
afterAll(() => postgres?.stop())
const engines = [
  { name: 'embedded database', url: undefined, skip: false },
  { name: 'PostgreSQL', url: postgres?.url, skip: postgres === null },
]

interface Way {
  readonly machineId: string
  readonly topic: string
  readonly code: string
  readonly password: string
}

/** A machine of a shipped profile and a gateway that may speak for it. */
async function entered(house: RunningHouse): Promise<Way> {
  const admin = await apiAs(house.url, 'admin')
  const profiles = (await admin.call('GET', '/api/machine-profiles?pageSize=1')).body as {
    items: { id: string }[]
  }
  const machine = {
    code: 'W1',
    line: 'weld',
    name: 'W1',
    profileId: profiles.items[0]?.id,
    workshopId: null,
    processId: null,
    model: '',
    maker: '',
    serialNo: '',
    criticality: 'B',
    commissionedOn: null,
    ratedKw: null,
    standardRate: null,
    rateUnit: '',
    xM: null,
    yM: null,
    widthM: null,
    depthM: null,
    note: '',
  }
  const made = await admin.call('POST', '/api/machines', machine)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const gateway = { code: 'edge', name: '', topics: ['sf/v1/main/weld/#'], active: true }
  const opened = await admin.call('POST', '/api/gateways', gateway)
  expect(opened.status).toBe(201)
  const { secret } = opened.body as { secret: string }
  const machineId = (made.body as { id: string }).id
  return { machineId, topic: 'sf/v1/main/weld/W1/telemetry', code: 'edge', password: secret }
}

async function sendUntilGone(house: RunningHouse, way: Way, acknowledged: Set<number>): Promise<void> {
  const admin = await apiAs(house.url, 'admin')
  const { port } = (await admin.call('GET', '/api/telemetry/broker')).body as { port: number }
  const signal = (await admin.call('GET', `/api/machines/${way.machineId}/signals`)).body as {
    signals: { code: string }[]
  }
  const code = signal.signals[0]?.code ?? ''
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: way.code,
    password: way.password,
    reconnectPeriod: 0,
  })
  client.on('error', () => undefined)
  let isOver = false
  client.on('close', () => {
    isOver = true
  })
  const boot = String(Date.now())
  const timer = setTimeout(() => void house.kill(), 500 + Math.random() * 1500)
  for (let seq = 0; !isOver; seq += 1) {
    const ts = Date.now()
    const body = JSON.stringify({ boot, seq, ts, m: { [code]: seq % 2 } })
    client.publishAsync(way.topic, body, { qos: 1 }).then(
      () => acknowledged.add(ts),
      () => undefined,
    )
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
    let way: Way | null = null
    for (let round = 0; round < rounds; round += 1) {
      const house = await startHouse(folder.path, env)
      way ??= await entered(house)
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
