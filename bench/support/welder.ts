import { bareMachine } from '../../apps/server/test/bare-machine.ts'
import type { apiAs } from '../../tests/support/app.ts'

type Caller = Awaited<ReturnType<typeof apiAs>>

/** Registers a gantry welder `A-BENCH`, whose code sorts first, and a gateway with permission to publish for it. */
export async function enterWelder(admin: Caller) {
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await admin.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  const { items } = await ask<{ items: { id: string; class: string }[] }>(
    'GET',
    '/api/machine-profiles?pageSize=100',
  )
  const profileId = items.find((profile) => profile.class === 'gantry_saw')?.id
  const head = { code: 'A-BENCH', line: 'bench', name: 'A-BENCH', profileId }
  await ask('POST', '/api/machines', { ...head, ...bareMachine })
  const username = 'bench'
  const gateway = { code: username, name: '', topics: ['sf/v1/main/bench/#'], active: true }
  const { secret } = await ask<{ secret: string }>('POST', '/api/gateways', gateway)
  const { port } = await ask<{ port: number }>('GET', '/api/telemetry/broker')
  return { topic: 'sf/v1/main/bench/A-BENCH/telemetry', username, password: secret, port }
}
