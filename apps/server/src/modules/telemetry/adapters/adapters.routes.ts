import { trialRows } from '@cloud-factory/domain/telemetry/adapter-enums'
import { adaptersApi, type Trial } from '@cloud-factory/contract/telemetry/adapters'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { fail } from '../../../platform/http/domain-error.ts'
import type { KnownMachine } from '../telemetry.types.ts'
import type { Database } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import type { KnownMachines } from '../frames/known-machines.ts'
import { adaptedDevice, withTexts } from './adapted-ingest.ts'
import { type AdaptedText, type AdaptedValue, placeText, matchTopic } from './adapter.rules.ts'
import { compileAdapter } from './compile-adapter.rules.ts'
import { readAdapted } from './read-adapted.rules.ts'
import { listAdapters, oneAdapter } from './adapters.queries.ts'
import { createAdapter, updateAdapter } from './save-adapter.ts'
import { shippedAdapters } from './shipped-adapters.ts'

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
