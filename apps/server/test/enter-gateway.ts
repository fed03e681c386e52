import { sql } from 'kysely'
import { tokenHash } from '../src/platform/auth/token.ts'
import type { TestApp } from './app.ts'

/**
 * Creates a gateway with permission to publish for the machines of `madeMachines`, and returns the port of the
 * app's broker.
 */
export async function enterGateway(app: TestApp) {
  await app.database.db.tx((write) =>
    sql`insert into gateways (plant_id, code, topics, secret_hash, updated_by_name)
      values (1, 'edge', array['sf/v1/main/weld/#'], ${tokenHash('right')}, 'x')`.execute(write),
  )
  const authorization = (await app.signIn('admin')).token
  const reply = await app.inject({ url: '/api/telemetry/broker', headers: { authorization } })
  const { port } = reply.json<{ port: number }>()
  return { url: `mqtt://127.0.0.1:${port}`, username: 'edge', password: 'right' }
}
