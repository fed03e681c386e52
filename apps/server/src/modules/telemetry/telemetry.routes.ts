import { trialRows } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { adaptersApi, type Trial } from '@cloud-factory/contract/telemetry/adapters'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { fail } from '../../platform/http/domain-error.ts'
import type { KnownMachine } from '@cloud-factory/domain/machines/known-machine'
import type { MachinesPort } from './telemetry.types.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { KnownMachines } from './frames/known-machines.ts'
import { adaptedDevice, withTexts } from './adapters/adapted-ingest.ts'
import { type AdaptedText, type AdaptedValue, placeText, matchTopic } from './adapters/adapter.rules.ts'
import { compileAdapter, readAdapted } from './adapters/read-adapted.rules.ts'
import { listAdapters, oneAdapter } from './adapters/adapters.queries.ts'
import { createAdapter, updateAdapter } from './adapters/save-adapter.ts'
import { shippedAdapters } from './adapters/shipped-adapters.ts'
import { type BrokerState, gatewaysApi } from '@cloud-factory/contract/telemetry/gateways'
import type { Actor } from '../../platform/auth/actor.ts'
import { adoptDevice, ignoreDevice, releaseDevice } from './inbox/decide-device.ts'
import { faultsOf, listInbox, oneUnknownDevice } from './inbox/inbox.queries.ts'
import { aclOfGateways, listGateways, oneGateway } from './gateways/gateways.queries.ts'
import { createGateway, renewSecret, updateGateway } from './gateways/save-gateway.ts'
import { telemetryApi } from '@cloud-factory/contract/telemetry/telemetry'
import type { Clock } from '../../platform/clock/clock.ts'
import { machineEvents } from './events/events.queries.ts'
import { textChanges, signalsOf, trendOf } from './trends/trends.queries.ts'

type Input = BodyOf<(typeof adaptersApi)['POST /api/telemetry/adapters/trial']>

/** Decodes a sample with the code that decodes messages. `machine`: the machine of a device's key, if any. */
function tryAdapter(input: Input, machine: (key: string) => KnownMachine | null): Trial {
  const { code, mapping, topic, sample } = input
  const compiled = compileAdapter(mapping)
  if (!compiled.ok)
    fail('request.invalid', {
      errors: compiled.faults.map(({ field, reason }) => ({ path: `body.mapping.${field}`, reason })),
    })
  const levels = matchTopic(compiled.adapter.pattern, topic)
  const read = readAdapted(compiled.adapter, levels ?? new Map(), Buffer.from(sample))
  const { texts, misses } = withTexts(read, (device, signal) =>
    isCode(machine(adaptedDevice(code, device)), signal),
  )
  const values = [...read.values, ...texts]
  return {
    isTopicOurs: levels !== null,
    values: values
      .slice(0, trialRows)
      .map((value) => shown(value, machine(adaptedDevice(code, value.device)))),
    misses: misses.slice(0, trialRows).map(({ place, reason }) => ({ path: placeText(place), reason })),
    valueCount: values.length,
    missCount: misses.length,
  }
}

const isCode = (machine: KnownMachine | null, signal: string): boolean =>
  machine?.signals.some((one) => one.code === signal && one.role === 'alarm_code') === true

function shown(
  { device, name, signal, value, at, place }: AdaptedValue | AdaptedText,
  machine: KnownMachine | null,
) {
  const known = machine?.signals.find((one) => one.code === signal)
  return {
    device,
    machine: machine === null ? null : { id: String(machine.id), code: machine.code },
    name,
    signal,
    isSignalKnown: machine === null ? null : known !== undefined,
    value,
    unit: known?.unit ?? '',
    at: at === null ? null : instantText(at),
    path: placeText(place),
  }
}

/** Times beyond the range of a date are invalid. */
const instantText = (at: number): string | null =>
  Math.abs(at) > 253_402_300_799_000 ? null : new Date(at).toISOString()

interface AdapterDeps {
  readonly db: Database
  readonly known: KnownMachines
  /** Called after an adapter was added or changed. */
  readonly changed: () => Promise<void>
}

export const adapterRoutes = ({ db, known, changed }: AdapterDeps): Routes =>
  routes(adaptersApi, {
    'GET /api/telemetry/adapters': ({ actor, query }) => listAdapters(db.reads, actor, query),
    'GET /api/telemetry/adapter-templates': async () => ({
      items: [...shippedAdapters],
      total: shippedAdapters.length,
    }),
    'POST /api/telemetry/adapters': async ({ actor, body }) => {
      const id = await db.tx((write) => createAdapter(write, actor, body))
      await changed()
      return oneAdapter(db.reads, actor, id)
    },
    'PATCH /api/telemetry/adapters/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateAdapter(write, actor, { ...params, ...body }))
      await changed()
      return oneAdapter(db.reads, actor, params.id)
    },
    'POST /api/telemetry/adapters/trial': async ({ body }) =>
      tryAdapter(body, (key) => known.find(key)?.machine ?? null),
  })

interface GatewayDeps {
  readonly db: Database
  readonly clock: Clock
  readonly broker: () => BrokerState
  /** Called after credentials or device assignments changed. */
  readonly changed: () => Promise<void>
}

export const gatewayRoutes = ({ db, clock, broker, changed }: GatewayDeps): Routes => {
  const decided = async (actor: Actor, id: string, action: (write: Write) => Promise<void>) => {
    await db.tx(action)
    await changed()
    return oneUnknownDevice(db.reads, actor, id)
  }
  return routes(gatewaysApi, {
    'GET /api/gateways': ({ actor, query }) => listGateways(db.reads, actor, query, clock.now()),
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

interface TrendDeps {
  readonly db: Database
  readonly clock: Clock
  readonly machines: MachinesPort
  /** State of ingestion for these machines, at most a few seconds old. */
  readonly known: KnownMachines
}

export const telemetryRoutes = ({ db, clock, machines, known }: TrendDeps): Routes => {
  const one = async (plantId: number, id: string): Promise<KnownMachine> => {
    const knownMachine = known.byId(Number(id))?.machine
    if (knownMachine?.plantId === plantId) return knownMachine
    const all = await machines.machines(db.reads, plantId)
    return all.find((machine) => String(machine.id) === id) ?? fail('not_found')
  }
  return routes(telemetryApi, {
    'GET /api/machines/:id/signals': async ({ actor, params }) =>
      signalsOf(db.reads, await one(actor.plantId, params.id), clock.now()),
    'GET /api/machines/:id/trend': async ({ actor, params, query }) =>
      trendOf(db.reads, machines, await one(actor.plantId, params.id), query, clock.now()),
    'GET /api/machines/:id/events': async ({ actor, params, query }) =>
      machineEvents(db.reads, (await one(actor.plantId, params.id)).id, query),
    'GET /api/machines/:id/texts': async ({ actor, params, query }) =>
      textChanges(db.reads, (await one(actor.plantId, params.id)).id, query),
  })
}
