import type { DemoContext } from '../../platform/module.ts'
import type { Write } from '../../platform/db/handles.ts'
import { defaultProcesses, defaultRoutes, defaultShifts } from './plan.defaults.ts'

const workshops = [
  { code: 'W1', name: '一车间（下料）', crews: ['下料班', '钻孔班', '组立班', '埋弧焊班'] },
  { code: 'W2', name: '二车间（组焊）', crews: ['装配一班', '装配二班', '焊接一班', '焊接二班', '打磨班'] },
  { code: 'W3', name: '三车间（涂装）', crews: ['检验班', '抛丸班', '涂装班'] },
] as const

/** Workshops and crews of the demo factory, by code in `known`: `workshop:W1`, `crew:W1-1`. */
export async function planDemo(write: Write, { plantId, known }: DemoContext): Promise<void> {
  const stamp = { plant_id: plantId, created_by: null, updated_by: null, updated_by_name: '' }
  for (const { code, name, crews } of workshops) {
    const { id } = await write
      .insertInto('workshops')
      .values({ code, name, ...stamp })
      .returning('id')
      .executeTakeFirstOrThrow()
    known.set(`workshop:${code}`, String(id))
    const added = await write
      .insertInto('crews')
      .values(
        crews.map((crew, index) => ({ code: `${code}-${index + 1}`, name: crew, workshop_id: id, ...stamp })),
      )
      .returning(['id', 'code'])
      .execute()
    for (const crew of added) known.set(`crew:${crew.code}`, String(crew.id))
  }
}

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
