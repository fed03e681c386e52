import mqtt, { type IClientOptions } from 'mqtt'
import { setTimeout as pause } from 'node:timers/promises'
import type { EnteredMachine } from './entered-machine.ts'

/** Sends a frame every few ms with QoS 1, reconnects after failures, and records which frames were acknowledged. */
export interface NumberedSender {
  /** Timestamps of acknowledged frames, ms. */
  readonly acknowledged: ReadonlySet<number>
  readonly sent: number
  /** The machine's boot id in its frames. */
  readonly boot: string
  /** Stops sending; resolves when all frames are acknowledged, rejects after `ms`. */
  end(ms: number): Promise<void>
}

export async function sendNumbered(
  url: string,
  machine: EnteredMachine,
  everyMs: number,
  options: IClientOptions = {},
): Promise<NumberedSender> {
  const client = await mqtt.connectAsync(url, {
    username: machine.gateway,
    password: machine.password,
    clientId: 'numbered-sender',
    clean: false,
    reconnectPeriod: 200,
    ...options,
  })
  client.on('error', () => undefined)
  const acknowledged = new Set<number>()
  const boot = String(Date.now())
  let sent = 0
  let last = 0
  const timer = setInterval(() => {
    const ts = Math.max(last + 1, Date.now())
    last = ts
    sent += 1
    const body = JSON.stringify({ v: 1, boot, seq: sent, ts, m: { [machine.signal]: sent % 5 } })
    client.publishAsync(machine.topic, body, { qos: 1 }).then(
      () => acknowledged.add(ts),
      () => undefined,
    )
  }, everyMs)
  return {
    acknowledged,
    boot,
    get sent() {
      return sent
    },
    async end(ms) {
      clearInterval(timer)
      for (const until = Date.now() + ms; acknowledged.size < sent; await pause(50))
        if (Date.now() > until) {
          await client.endAsync(true)
          throw new Error(`${sent - acknowledged.size} of ${sent} frames were not acknowledged`)
        }
      await client.endAsync(true)
    },
  }
}
