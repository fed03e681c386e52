import { connect as dial } from 'node:net'
import { sql } from 'kysely'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { tokenHash } from '../../../platform/auth/token.ts'
import type { TelemetryModule } from '../module.ts'
import { HeardSink, heardModule, madeMachines } from '../telemetry.fixtures.ts'

let testDb: TestDatabase
let telemetry: TelemetryModule
const clients: MqttClient[] = []
beforeAll(async () => {
  testDb = await testDatabase()
  const { port } = await madeMachines(testDb.db, 1)
  await testDb.db.tx(async (write) => {
    for (const name of ['one', 'other'])
      await sql`insert into gateways (plant_id, code, topics, secret_hash, updated_by_name)
        values (1, ${name}, array['sf/v1/main/weld/#'], ${tokenHash(`secret of ${name}`)}, 'x')`.execute(
        write,
      )
  })
  telemetry = heardModule(testDb.db, port, new HeardSink())
  await telemetry.start?.()
  await telemetry.onLeaderStart?.()
}, 120_000)
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await telemetry.onLeaderStop?.()
  await telemetry.close?.()
  await testDb.close()
})

const soon = { timeout: 15_000, interval: 20 }
async function signIn(username: string, password: string, options: IClientOptions = {}): Promise<MqttClient> {
  const { url } = telemetry.mqtt.guest([])
  const client = await mqtt.connectAsync(url, { username, password, reconnectPeriod: 0, ...options })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}

test('a client with a wrong secret locks itself out, and no other gateway behind its address', async () => {
  for (let times = 0; times < 25; times += 1)
    await expect(signIn('one', 'wrong')).rejects.toThrow(/not authorized|closed/i)
  await expect(signIn('one', 'secret of one')).rejects.toThrow(/not authorized|closed/i)
  const other = await signIn('other', 'secret of other')
  expect(other.connected).toBe(true)
})

test('a gateway that takes the client id of another throws nobody out', async () => {
  const first = await signIn('other', 'secret of other', { clientId: 'same' })
  const closed = vi.fn()
  first.on('close', closed)
  await expect(signIn('nobody', 'wrong', { clientId: 'same' })).rejects.toThrow(/not authorized|closed/i)
  const { username = '', password = '' } = telemetry.mqtt.guest(['sf/#'])
  await signIn(username, password, { clientId: 'same' })
  const topic = 'sf/v1/main/weld/W1/status'
  await first.publishAsync(topic, JSON.stringify({ online: true }), { qos: 1 })
  expect(closed).not.toHaveBeenCalled()
  // The same gateway once more is the one that counts.
  await signIn('other', 'secret of other', { clientId: 'same' })
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), soon)
})

/** Sends bytes without having signed in; resolves when the connection has ended. */
function ended(bytes: Buffer): Promise<void> {
  const { port } = new URL(telemetry.mqtt.guest([]).url)
  return new Promise((resolve, reject) => {
    const socket = dial(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.setTimeout(9_000, () => {
      socket.destroy()
      reject(new Error('still open'))
    })
  })
}

test('whoever has not signed in sends neither large packets nor many', async () => {
  // CONNECT of 200 kB: its length in four bytes of seven bits, then what fits.
  const large = Buffer.concat([Buffer.from([0x10, 0xc0, 0x9a, 0x0c]), Buffer.alloc(1000)])
  await ended(large)
  // A CONNECT that is never finished, and pings without end.
  await ended(Buffer.concat(Array.from({ length: 100 }, () => Buffer.from([0xc0, 0]))))
})
