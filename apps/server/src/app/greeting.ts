import { type AddressInfo, createServer } from 'node:net'
import { once } from 'node:events'
import type { Config } from '../platform/config/config.ts'
import type { App } from './compose.ts'

/**
 * Terminal message when the server listens: its address and the first sign-in. This is the only place that shows a first
 * password; it is never logged.
 */
export function greeting(config: Config, app: App): string {
  const { port } = app.server.server.address() as AddressInfo
  const shownHost = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  const address =
    config.publicUrl ?? `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`
  const { firstSignIn, demo } = app
  return [
    '',
    `  Cloud Factory 云工厂   ${address}`,
    `  Database               ${app.engine === 'pglite' ? `embedded, in ${config.dataDir}` : 'PostgreSQL'}`,
    ...(firstSignIn === null
      ? []
      : [
          '',
          '  First sign-in          (shown only now)',
          ...(firstSignIn.password === null ? [] : [`  admin                  ${firstSignIn.password}`]),
          `  one-time link          ${address}/wx/transfer?ticket=${firstSignIn.ticket}`,
        ]),
    ...(demo === null
      ? []
      : [
          '',
          `  Demo people            ${demo.people.filter((name) => name !== 'admin' || firstSignIn?.password === null).join(', ')}`,
          `  their password         ${demo.password}`,
        ]),
    '',
  ].join('\n')
}

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
