import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Rejects with EADDRINUSE when another program listens there. Asked before the database is touched: a first start makes
 * the administrator, whose password is shown once the server listens and never again.
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
