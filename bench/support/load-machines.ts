import { setTimeout as pause } from 'node:timers/promises'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { writePayload } from '../../apps/server/src/modules/telemetry/sparkplug/payload.codec.ts'
import { dataTypes } from '../../apps/server/src/modules/telemetry/sparkplug/sparkplug.rules.ts'

/** What to send, where, and for how long. */
export interface Load {
  readonly url: string
  readonly username?: string
  readonly password?: string
  readonly machines: number
  readonly signals: number
  /** Values a second of all machines. */
  readonly perSecond: number
  readonly seconds: number
  readonly form: 'native' | 'sparkplug'
  readonly site: string
  readonly line: string
  readonly qos: 0 | 1
}

export interface LoadSent {
  readonly frames: number
  /** Publish to acknowledgement, ms; null: no acknowledgements at QoS 0. */
  readonly p50: number | null
  readonly p99: number | null
  /** From the first message to the last acknowledgement, ms. */
  readonly took: number
}

interface Station {
  /** Sends frame `n` of machine `machine` (from 0); resolves when it is acknowledged. */
  send(machine: number, n: number): Promise<unknown>
  close(): Promise<unknown>
}

/** Sends frames of the machines in turn, at an even pace. Calls `notify` with the progress once a second. */
export async function runLoad(
  load: Load,
  notify: (at: { readonly frames: number; readonly second: number }) => void = () => undefined,
): Promise<LoadSent> {
  const station = await (load.form === 'native' ? nativeStation(load) : sparkplugStation(load))
  const times: number[] = []
  const open: Promise<unknown>[] = []
  const each = load.perSecond / load.signals
  const began = performance.now()
  let n = 0
  let reported = 0
  while (performance.now() - began < load.seconds * 1000) {
    const due = ((performance.now() - began) / 1000) * each
    for (; n < due; n += 1) {
      const at = performance.now()
      const sent = station.send(n % load.machines, n)
      open.push(load.qos === 0 ? sent : sent.then(() => times.push(performance.now() - at)))
    }
    const second = Math.floor((performance.now() - began) / 1000)
    if (second > reported) notify({ frames: n, second: (reported = second) })
    // Do not keep the acknowledgements of long runs: memory is also measured in this process when it is the server's.
    if (open.length > 100_000) await Promise.all(open.splice(0))
    await pause(5)
  }
  await Promise.all(open)
  const took = performance.now() - began
  await station.close()
  return { frames: n, p50: share(times, 0.5), p99: share(times, 0.99), took }
}

const share = (times: readonly number[], part: number): number | null => {
  const value = times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]
  return value === undefined ? null : Math.round(value)
}

const connect = ({ url, username, password }: Load, more: IClientOptions = {}): Promise<MqttClient> =>
  mqtt.connectAsync(url, {
    clean: true,
    reconnectPeriod: 0,
    ...more,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  })

const valuesOf = (signals: number): number[] =>
  Array.from({ length: signals }, () => Math.round(Math.random() * 10_000) / 100)

async function nativeStation(load: Load): Promise<Station> {
  const clients = await Promise.all(Array.from({ length: load.machines }, () => connect(load)))
  const boot = String(Date.now())
  const last = new Map<number, number>()
  return {
    send(machine, n) {
      const m = Object.fromEntries(valuesOf(load.signals).map((value, s) => [`s${s + 1}`, value]))
      // Two frames of a machine in the same ms would count as one.
      const ts = Math.max(Date.now(), (last.get(machine) ?? 0) + 1)
      last.set(machine, ts)
      const topic = `sf/v1/${load.site}/${load.line}/M${machine + 1}/telemetry`
      const body = JSON.stringify({ v: 1, boot, seq: Math.floor(n / load.machines), ts, m })
      return clients[machine]?.publishAsync(topic, body, { qos: load.qos }) ?? Promise.resolve()
    },
    close: () => Promise.all(clients.map((client) => client.endAsync())),
  }
}

/**
 * One edge node with the machines as devices: births, then data by alias; sequence numbers as in the
 * specification 3.0.0, 6.4.
 */
async function sparkplugStation(load: Load): Promise<Station> {
  const topic = (kind: string, device = '') =>
    `spBv1.0/${load.line}/${kind}/load${device === '' ? '' : `/${device}`}`
  const bdSeq = { name: 'bdSeq', dataType: dataTypes.int64, value: 0 }
  const death = Buffer.from(writePayload({ at: Date.now(), metrics: [bdSeq] }))
  const client = await connect(load, {
    will: { topic: topic('NDEATH'), payload: death, qos: 1, retain: false },
  })
  let seq = -1
  const next = () => (seq = (seq + 1) % 256)
  const say = (kind: string, device: string, metrics: Parameters<typeof writePayload>[0]['metrics']) =>
    client.publishAsync(
      topic(kind, device),
      Buffer.from(writePayload({ at: Date.now(), seq: next(), metrics })),
      {
        qos: 0,
      },
    )
  const control = { name: 'Node Control/Rebirth', dataType: dataTypes.boolean, value: false }
  const device = (machine: number) => `M${machine + 1}`
  const alias = (machine: number, signal: number) => machine * load.signals + signal + 1
  async function bear(): Promise<void> {
    seq = -1
    await say('NBIRTH', '', [bdSeq, control])
    for (let machine = 0; machine < load.machines; machine += 1)
      await say(
        'DBIRTH',
        device(machine),
        valuesOf(load.signals).map((value, s) => ({
          name: `s${s + 1}`,
          alias: alias(machine, s),
          dataType: dataTypes.double,
          value,
        })),
      )
  }
  client.on('message', () => void bear())
  await client.subscribeAsync(topic('NCMD'), { qos: 1 })
  await bear()
  return {
    send: (machine) =>
      say(
        'DDATA',
        device(machine),
        valuesOf(load.signals).map((value, s) => ({
          alias: alias(machine, s),
          dataType: dataTypes.double,
          value,
        })),
      ),
    close: () => client.endAsync(),
  }
}
