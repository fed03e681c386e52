import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Rejects with EADDRINUSE when another program uses the port. Checked before the database is opened: a first start creates the
 * administrator, and the password is shown only once, when the server listens.
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
