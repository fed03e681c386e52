import { apiAs, type RunningServer } from './app.ts'
import { bareMachine } from '../../apps/server/test/bare-machine.ts'

/** A registered machine, and a gateway with permission to publish for it. */
export interface EnteredMachine {
  readonly id: string
  readonly topic: string
  /** Code of its first signal. */
  readonly signal: string
  readonly gateway: string
  readonly password: string
}

const machine = {
  code: 'W1',
  line: 'weld',
  name: 'W1',
  ...bareMachine,
}

/** Enters machine W1 of a shipped profile, and gateway `gateway`. */
export async function enterMachine(app: RunningServer): Promise<EnteredMachine> {
  const admin = await apiAs(app.url, 'admin')
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await admin.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  const profiles = await ask<{ items: { id: string }[] }>('GET', '/api/machine-profiles?pageSize=1')
  const { id } = await ask<{ id: string }>('POST', '/api/machines', {
    ...machine,
    profileId: profiles.items[0]?.id,
  })
  const topics = ['sf/v1/main/weld/#']
  const gateway = { code: 'gateway', name: '', topics, active: true }
  const { secret } = await ask<{ secret: string }>('POST', '/api/gateways', gateway)
  const { signals } = await ask<{ signals: { code: string }[] }>('GET', `/api/machines/${id}/signals`)
  const signal = signals[0]?.code ?? ''
  return { id, topic: 'sf/v1/main/weld/W1/telemetry', signal, gateway: 'gateway', password: secret }
}

/** The current value that people see; null: none. */
export async function valueOf(app: RunningServer, { id, signal }: EnteredMachine, token: string) {
  const reply = await fetch(`${app.url}/api/machines/${id}/signals`, { headers: { authorization: token } })
  const { signals } = (await reply.json()) as { signals: { code: string; value: number | null }[] }
  return signals.find(({ code }) => code === signal)?.value ?? null
}
