import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { machineStatesApi } from '@cloud-factory/contract/machine-states/machine-states'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { DomainError } from '../../platform/http/domain-error.ts'
import { heldStop, saveReason } from './edit-interval.ts'
import { reasonOfStops } from './stop-reasons.store.ts'

type Endpoint = (typeof machineStatesApi)['POST /api/machine-intervals/reasons']
type Input = BodyOf<Endpoint>
type Stop = Input['items'][number]
type Outcome = ReplyOf<Endpoint>['items'][number]

/**
 * Sets one reason for several stops. Each is judged separately: a stop that is gone or has changed does not prevent the others.
 */
export async function reasonIntervals(
  write: Write,
  actor: Actor,
  { items, reasonId, note, now }: Input & { readonly now: Date },
): Promise<Outcome[]> {
  const reason = reasonId === null ? null : await reasonOfStops(write, actor.plantId, reasonId)
  return eachStop(write, actor, items, async ({ id, version }) =>
    saveReason(write, actor, await heldStop(write, actor, id, version, now), { reason, note, now }),
  )
}

/** Runs an action on several stops. Each is judged separately: one rejected stop does not prevent the others. */
export async function eachStop<T extends Stop>(
  write: Write,
  actor: Actor,
  items: readonly T[],
  action: (item: T) => Promise<void>,
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>()
  for (const item of await byMachine(write, actor.plantId, items)) {
    const { id, version } = item
    try {
      await action(item)
      outcomes.set(id, { id, version, refused: null })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const refused = String(error.facts.params?.['reason'] ?? error.code)
      outcomes.set(id, { id, version: null, refused })
    }
  }
  const versions = await versionsOf(write, actor.plantId, [...outcomes.keys()])
  return items.map(({ id }) => {
    const outcome = outcomes.get(id) ?? { id, refused: 'not_found' }
    return { ...outcome, version: versions.get(id) ?? null }
  })
}

/** Machines are locked in the order of their ids, which avoids deadlocks. A stop that is named twice counts once. */
async function byMachine<T extends Stop>(
  write: Write,
  plantId: number,
  items: readonly T[],
): Promise<readonly T[]> {
  const { rows } = await sql<{ id: number }>`select id from machine_intervals
    where plant_id = ${plantId} and id = any(${items.map(({ id }) => Number(id))}::bigint[])
    order by machine_id, t0`.execute(write)
  const asked = new Map(items.map((item) => [item.id, item]))
  return rows.flatMap(({ id }) => asked.get(String(id)) ?? [])
}

async function versionsOf(
  write: Write,
  plantId: number,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; version: number }>`select id, version from machine_intervals
    where plant_id = ${plantId} and id = any(${ids.map(Number)}::bigint[])`.execute(write)
  return new Map(rows.map(({ id, version }) => [String(id), version]))
}
