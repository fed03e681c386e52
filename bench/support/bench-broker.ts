import { mosquittoAcl } from '../../apps/server/src/platform/mqtt/topic-access.rules.ts'
import { startMosquitto } from '../../tests/support/mosquitto.ts'
import { type BenchServer, openApp } from './app.ts'
import { benchPlant, fillBenchPlant } from './bench-machines.ts'
import type { Load } from './load-machines.ts'

/**
 * The app with the bench machines and the named broker: `aedes` in the process, `mosquitto` saving each change,
 * or `mosquitto-5s` configured as in the guide.
 */
export interface TestBroker {
  readonly app: BenchServer
  /** Load of the plant's machines, without pace and duration. */
  readonly load: Omit<Load, 'perSecond' | 'seconds'>
  readonly close: () => Promise<void>
}

export async function openAppWithBroker(engine: string, broker: string): Promise<TestBroker> {
  const acl = mosquittoAcl([{ code: 'gateway', topics: ['sf/v1/main/#'] }])
  const isOuter = broker.startsWith('mosquitto')
  const outer = isOuter
    ? await startMosquitto(acl, broker === 'mosquitto' ? 'each change' : 'as shown')
    : null
  if (isOuter && outer === null) throw new Error('no Mosquitto here')
  const env: Readonly<Record<string, string>> = outer === null ? {} : { MQTT_URL: outer.url }
  const app = await openApp(engine, fillBenchPlant, { env, isAlone: true })
  const reply = await fetch(`${app.origin}/api/telemetry/broker`, { headers: app.sessions[0] ?? {} })
  const { port } = (await reply.json()) as { port: number | null }
  const { machines, signals, gateway, secret } = benchPlant
  const who =
    outer === null
      ? { url: `mqtt://127.0.0.1:${port}`, username: gateway, password: secret }
      : { url: `mqtt://127.0.0.1:${outer.port}`, username: 'gateway', password: outer.password }
  return {
    app,
    load: { ...who, machines, signals, form: 'native', site: 'main', line: 'bench', qos: 1 },
    close: async () => {
      await app.close()
      await outer?.stop()
    },
  }
}
