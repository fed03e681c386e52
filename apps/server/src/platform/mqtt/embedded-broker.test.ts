import { once } from 'node:events'
import { connect as dial, type Socket } from 'node:net'
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createLog } from '../log/log.ts'
import { embeddedBroker } from './embedded-broker.ts'
import type { Mqtt } from './mqtt.types.ts'

let broker: Mqtt
let signIns = 0
const clients: MqttClient[] = []
const sockets: Socket[] = []

async function started(perMinute: number): Promise<number> {
  signIns = 0
  broker = embeddedBroker({
    host: '127.0.0.1',
    port: 0,
    perMinute,
    log: createLog('silent'),
    receive: () => null,
    admit: async () => {
      signIns += 1
      return { topics: [] }
    },
    denied: () => undefined,
  })
  await broker.start()
  return broker.port() ?? 0
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  await broker.close()
})

test('who opens connections again and again is not listened to, before anybody looks at a name', async () => {
  const port = await started(5)
  for (let n = 0; n < 5; n += 1) {
    const socket = dial(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
    await once(socket, 'close')
  }
  const more = dial(port, '127.0.0.1')
  sockets.push(more)
  more.on('error', () => undefined)
  more.write(Buffer.from('100f00044d5154540402003c0003616263', 'hex'))
  await once(more, 'close')
  expect(signIns).toBe(0)
})

test('two hundred gateways behind one address start anew at once', async () => {
  const url = `mqtt://127.0.0.1:${await started(readConfig({}).mqttConnectionsPerMinute)}`
  const start = async (n: number) =>
    clients.push(
      await mqtt.connectAsync(url, { username: `g${n}`, password: 'x', clientId: 'g', reconnectPeriod: 0 }),
    )
  const all = Array.from({ length: 200 }, (_, n) => n)
  await Promise.all(all.map(start))
  // The network was away: the old connections are not known to be gone yet.
  await Promise.all(all.map(start))
  const news = clients.slice(200).filter(({ connected }) => connected)
  expect([signIns, news.length]).toEqual([400, 200])
})
