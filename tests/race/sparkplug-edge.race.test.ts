import type { MqttClient } from 'mqtt'
import { newClient, type UPayload } from 'sparkplug-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mosquittoAcl } from '../../apps/server/src/platform/mqtt/topic-access.rules.ts'
import { apiAs, dataFolder, type RunningServer, startServer } from '../support/app.ts'
import { startMosquitto } from '../support/mosquitto.ts'
import { bareMachine } from '../../apps/server/test/bare-machine.ts'

// A third-party Sparkplug edge: the Eclipse Tahu client with its own codec, through the embedded broker and through
// Mosquitto.

const topics = ['spBv1.0/plant/+/edge/#']
const mosquitto = await startMosquitto(mosquittoAcl([{ code: 'gateway', topics }]))
const brokers = [
  { name: 'the broker in the process', outer: null, isThere: true },
  { name: 'a Mosquitto', outer: mosquitto, isThere: mosquitto !== null },
] as const

type Metrics = NonNullable<UPayload['metrics']>
type Edge = ReturnType<typeof newClient>
const soon = { timeout: 30_000, interval: 20 }

describe.each(brokers)('a foreign edge over $name', ({ name, outer, isThere }) => {
  const folder = dataFolder()
  let app: RunningServer
  let admin: Awaited<ReturnType<typeof apiAs>>
  let machineId: string
  let access: { readonly serverUrl: string; readonly password: string }
  let edge: Edge
  let requests: UPayload[] = []

  beforeAll(async () => {
    if (!isThere) return
    app = await startServer(folder.path, { DEMO: '0', ...(outer !== null && { MQTT_URL: outer.url }) })
    admin = await apiAs(app.url, 'admin')
    machineId = await enterLaser()
    const gateway = { code: 'gateway', name: '', topics, active: true }
    const { secret } = await ask<{ secret: string }>('POST', '/api/gateways', gateway)
    const { port } = await ask<{ port: number | null }>('GET', '/api/telemetry/broker')
    access = {
      serverUrl: `mqtt://127.0.0.1:${outer?.port ?? port}`,
      password: outer?.password ?? secret,
    }
    edge = openEdge()
  }, 120_000)
  afterAll(async () => {
    edge?.stop()
    await app?.stop()
    await outer?.stop()
    folder.remove()
  })

  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await admin.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }

  async function enterLaser(): Promise<string> {
    const profiles = await ask<{ items: { id: string; code: string }[] }>(
      'GET',
      '/api/machine-profiles?pageSize=100',
    )
    const profileId = profiles.items.find(({ code }) => code === 'laser-cutter')?.id
    const { id } = await ask<{ id: string }>('POST', '/api/machines', { ...laser, profileId })
    return id
  }

  /** Connects, and publishes births of node and device on each connection and each rebirth request. */
  function openEdge(): Edge {
    const opened = newClient({
      serverUrl: access.serverUrl,
      username: 'gateway',
      password: access.password,
      groupId: 'plant',
      edgeNode: 'edge',
      clientId: 'foreign-edge',
      mqttOptions: { reconnectPeriod: 0 },
    })
    const bear = () => {
      opened.publishNodeBirth({ timestamp: Date.now(), metrics: [rebirth(false)] })
      opened.publishDeviceBirth('laser', payload(1000, -1, 'idle'))
    }
    opened.on('birth', bear)
    opened.on('ncmd', (command) => {
      requests.push(command)
      bear()
    })
    return opened
  }

  interface Signals {
    readonly link: { readonly online: boolean } | null
    readonly signals: readonly {
      readonly code: string
      readonly value: number | null
      readonly quality: string | null
      readonly stale: boolean
    }[]
  }
  const signals = () => ask<Signals>('GET', `/api/machines/${machineId}/signals`)
  const signal = async (code: string) => (await signals()).signals.find((one) => one.code === code)
  const stateNow = async () => {
    const { items } = await ask<{ items: { id: string; state: string }[] }>('GET', '/api/machine-states')
    return items.find(({ id }) => id === machineId)?.state
  }

  test.runIf(isThere)(
    'its device waits in the inbox, is adopted, and what it sends is the machine’s',
    async () => {
      const unknownDevices = () =>
        ask<{ items: { id: string; version: number; deviceKey: string }[] }>('GET', '/api/telemetry/inbox')
      await vi.waitFor(async () => expect((await unknownDevices()).items).toHaveLength(1), soon)
      const [unknownDevice] = (await unknownDevices()).items
      expect(unknownDevice?.deviceKey).toBe('spB:plant/edge/laser')
      const adopt = { version: unknownDevice?.version, machineId }
      await ask('POST', `/api/telemetry/inbox/${unknownDevice?.id}/adopt`, adopt)
      // The app requests births again: the first ones were ignored because the device was not a registered machine
      // yet.
      await vi.waitFor(async () => expect((await signal('focus'))?.value).toBe(-1), soon)
      edge.publishDeviceData('laser', payload(4200, -7, 'running'))
      await vi.waitFor(async () => {
        // Int64 -7 is transferred as an unsigned 64-bit number.
        expect(await signal('focus')).toMatchObject({ value: -7, quality: 'good', stale: false })
        expect((await signal('laser_w'))?.value).toBe(4200)
        expect((await signals()).link?.online).toBe(true)
      }, soon)
      await vi.waitFor(async () => expect(await stateNow()).toBe('running'), soon)
    },
  )

  test.runIf(isThere)('a value is at the API soon after it was published', async () => {
    const took: number[] = []
    for (let n = 1; n <= 9; n += 1) {
      const began = performance.now()
      edge.publishDeviceData('laser', payload(5000 + 100 * n, -n, 'running'))
      await vi.waitFor(async () => expect((await signal('focus'))?.value).toBe(-n), soon)
      took.push(performance.now() - began)
    }
    const [fastest, , , , median, , , , slowest] = took.toSorted((a, b) => a - b).map(Math.round)
    console.log(`published → API over ${name}: median ${median} ms, ${fastest} to ${slowest} ms`)
  })

  test.runIf(isThere)(
    'data that it was not born with makes the app ask for its births, and it is born again',
    async () => {
      requests = []
      const unborn = { name: 'unborn', value: 1, type: 'Double' as const }
      edge.publishDeviceData('laser', { timestamp: Date.now(), metrics: [unborn] })
      await vi.waitFor(() => expect(requests).toHaveLength(1), soon)
      expect(requests[0]?.metrics).toMatchObject([{ name: 'Node Control/Rebirth', value: true }])
      // The value of the second birth.
      await vi.waitFor(async () => expect((await signal('laser_w'))?.value).toBe(1000), soon)
      edge.publishDeviceData('laser', payload(4300, -9, 'running'))
      await vi.waitFor(async () => expect((await signal('focus'))?.value).toBe(-9), soon)
    },
  )

  test.runIf(isThere)('it dies by its will: offline, its values stale; and comes back', async () => {
    const { stream } = Reflect.get(edge, 'client') as MqttClient
    stream.destroy()
    await vi.waitFor(async () => expect((await signals()).link?.online).toBe(false), soon)
    await vi.waitFor(async () => expect(await stateNow()).toBe('offline'), soon)
    await vi.waitFor(
      async () => expect(await signal('focus')).toMatchObject({ value: -9, stale: true }),
      soon,
    )
    edge = openEdge()
    await vi.waitFor(async () => {
      expect((await signals()).link?.online).toBe(true)
      expect(await signal('focus')).toMatchObject({ value: -1, stale: false })
    }, soon)
  })
})

const rebirth = (value: boolean): Metrics[number] => ({
  name: 'Node Control/Rebirth',
  value,
  type: 'Boolean',
})

const payload = (watts: number, focus: number, state: string): UPayload => ({
  timestamp: Date.now(),
  metrics: [
    { name: 'laser_w', value: watts, type: 'Double' },
    { name: 'focus', value: focus, type: 'Int64' },
    { name: 'st', value: state, type: 'String' },
  ],
})

const laser = {
  code: 'L1',
  line: 'cut',
  name: 'L1',
  ...bareMachine,
}
