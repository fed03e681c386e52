import { type AddressInfo, createServer } from 'node:net'
import { once } from 'node:events'
import type { Config } from '../platform/config/config.ts'
import type { App } from './compose.ts'

/** Terminal message when the server listens: its address and the first sign-in. */
export function greeting(config: Config, app: App): string {
  const { port } = app.server.server.address() as AddressInfo
  const address = addressOf(config, port)
  return [
    '',
    `  Cloud Factory 云工厂   ${address}`,
    `  Database               ${app.engine === 'pglite' ? `embedded, in ${config.dataDir}` : 'PostgreSQL'}`,
    ...firstSignInLines(address, app),
    '',
  ].join('\n')
}

/** The first sign-in of a database that was filled before the server listens; empty when the database is not new. */
export const firstSignInText = (config: Config, app: App): string =>
  firstSignInLines(addressOf(config, config.port), app).join('\n')

function addressOf({ host, publicUrl }: Config, port: number): string {
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return publicUrl ?? `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`
}

/** The only place that shows a first password; it is never logged. */
function firstSignInLines(address: string, { firstSignIn, demo }: App): readonly string[] {
  return [
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
  ]
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
