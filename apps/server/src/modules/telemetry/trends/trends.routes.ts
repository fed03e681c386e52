import { telemetryApi } from '@cloud-factory/contract/telemetry/telemetry'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/handles.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import { machineEvents } from '../events/events.queries.ts'
import type { KnownMachines } from '../frames/known-machines.ts'
import type { KnownMachine, MachinesPort } from '../telemetry.types.ts'
import { textChanges, signalsOf, trendOf } from './trends.queries.ts'

interface TrendDeps {
  readonly db: Database
  readonly clock: Clock
  readonly machines: MachinesPort
  /** State of ingestion for these machines, at most a few seconds old. */
  readonly known: KnownMachines
}

export const telemetryRoutes = ({ db, clock, machines, known }: TrendDeps): Routes => {
  const one = async (plantId: number, id: string): Promise<KnownMachine> => {
    const kept = known.byId(Number(id))?.machine
    if (kept?.plantId === plantId) return kept
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
