import { type BrokerState, gatewaysApi } from '@cloud-factory/contract/telemetry/gateways'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Database, Write } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import { adoptDevice, ignoreDevice, releaseDevice } from '../inbox/decide-device.ts'
import { faultsOf, listInbox, oneUnknownDevice } from '../inbox/inbox.queries.ts'
import { aclOfGateways, listGateways, oneGateway } from './gateways.queries.ts'
import { createGateway, renewSecret, updateGateway } from './save-gateway.ts'

interface GatewayDeps {
  readonly db: Database
  readonly broker: () => BrokerState
  /** Called after credentials or device assignments changed. */
  readonly changed: () => Promise<void>
}

export const gatewayRoutes = ({ db, broker, changed }: GatewayDeps): Routes => {
  const decided = async (actor: Actor, id: string, action: (write: Write) => Promise<void>) => {
    await db.tx(action)
    await changed()
    return oneUnknownDevice(db.reads, actor, id)
  }
  return routes(gatewaysApi, {
    'GET /api/gateways': ({ actor, query }) => listGateways(db.reads, actor, query),
    'POST /api/gateways': async ({ actor, body }) => {
      const { id, secret } = await db.tx((write) => createGateway(write, actor, body))
      await changed()
      return { gateway: await oneGateway(db.reads, actor, id), secret }
    },
    'PATCH /api/gateways/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateGateway(write, actor, { ...params, ...body }))
      await changed()
      return oneGateway(db.reads, actor, params.id)
    },
    'POST /api/gateways/:id/secret': async ({ actor, params, body }) => {
      const secret = await db.tx((write) => renewSecret(write, actor, { ...params, ...body }))
      await changed()
      return { gateway: await oneGateway(db.reads, actor, params.id), secret }
    },
    'GET /api/gateways/mosquitto-acl': async ({ actor }) => aclOfGateways(db.reads, actor.plantId),
    'GET /api/telemetry/inbox': ({ actor, query }) => listInbox(db.reads, actor, query),
    'POST /api/telemetry/inbox/:id/adopt': ({ actor, params, body }) =>
      decided(actor, params.id, (write) => adoptDevice(write, actor, { ...params, ...body })),
    'POST /api/telemetry/inbox/:id/ignore': ({ actor, params, body }) =>
      decided(actor, params.id, (write) => ignoreDevice(write, actor, { ...params, ...body })),
    'POST /api/telemetry/inbox/:id/release': ({ actor, params, body }) =>
      decided(actor, params.id, (write) => releaseDevice(write, actor, { ...params, ...body })),
    'GET /api/telemetry/faults': ({ actor }) => faultsOf(db.reads, actor.plantId),
    'GET /api/telemetry/broker': async () => broker(),
  })
}
