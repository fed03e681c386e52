import type { Write } from '../../platform/db/handles.ts'
import { defaultProcesses, defaultRoutes, defaultShifts } from './plan.defaults.ts'

/**
 * The processes, routes and shifts that a plant begins with. Once only: what people delete later stays deleted.
 */
export async function seedPlan(write: Write, plantId: number): Promise<void> {
  const isFirst = await write
    .insertInto('settings')
    .values({ key: `plan.${plantId}`, value: JSON.stringify({ seeded: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (isFirst === undefined) return
  const processes = await write
    .insertInto('processes')
    .values(
      defaultProcesses.map(({ names, kind = 'work', ...process }, position) => ({
        ...process,
        ...stampOf(plantId),
        kind,
        position,
        names: JSON.stringify(names),
      })),
    )
    .returning(['id', 'code'])
    .execute()
  const idOf = new Map(processes.map(({ id, code }) => [code, id]))
  for (const { code, names, kinds, steps } of defaultRoutes) {
    const { id } = await write
      .insertInto('routes')
      .values({ code, kinds: [...kinds], names: JSON.stringify(names), ...stampOf(plantId) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await write
      .insertInto('route_steps')
      .values(
        steps.map((step, position) => ({
          route_id: id,
          position,
          plant_id: plantId,
          process_id: idOf.get(step) ?? 0,
        })),
      )
      .execute()
  }
  await write
    .insertInto('shifts')
    .values(
      defaultShifts.map(({ code, names, startsAt, endsAt }) => ({
        code,
        names: JSON.stringify(names),
        starts_at: startsAt,
        ends_at: endsAt,
        ...stampOf(plantId),
      })),
    )
    .execute()
}

const stampOf = (plantId: number) => ({
  plant_id: plantId,
  created_by: null,
  updated_by: null,
  updated_by_name: '',
})
