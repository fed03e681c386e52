import type { RepairCause, RepairResult } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import type { Write } from '../../platform/db/handles.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { demoParts, demoPlans, demoRepairs } from './maintenance.demo-data.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'

const hourMs = 3_600_000
const countedDays = 13

/** Several weeks of plans, inspection rounds, repair orders and spare parts of the demo factory. */
export async function maintenanceDemo(write: Write, context: DemoContext): Promise<void> {
  await plansDemo(write, context)
  await repairsDemo(write, context)
  await partsDemo(write, context)
  await checksDemo(write, context)
}

const keeperOf = ({ plantId, known }: DemoContext): Pick<Actor, 'plantId' | 'userId' | 'cnName'> => ({
  plantId,
  userId: known.get('user:equipment') ?? '',
  cnName: '刘志强',
})

async function plansDemo(write: Write, context: DemoContext): Promise<void> {
  const { plantId, now, known } = context
  const { rows } = await sql<{ day: string }>`select ${today(plantId, now)} as day`.execute(write)
  const day = rows[0]?.day ?? now.toISOString().slice(0, 10)
  const plans = demoPlans.flatMap(({ machines, title, instructions, every, counts = null }) =>
    machines.map((code) => {
      // Counting begins within the weeks for which the demo factory has machine data.
      const ago = Math.floor(context.random() * (counts === null ? every * 1.04 : countedDays))
      return {
        machine: Number(known.get(`machine:${code}`) ?? 0),
        title,
        instructions,
        every,
        trigger: counts ?? 'days',
        last: addDays(day, -ago),
        due: counts === null ? addDays(day, every - ago) : null,
        notice: counts === null ? Math.min(7, Math.floor(every / 4)) : 5,
      }
    }),
  )
  const { rows: added } = await sql<{ id: number }>`
    insert into maintenance_plans (plant_id, machine_id, title, instructions, trigger, every, last_done_on, due_on,
      notice_days, updated_by_name)
    select ${plantId}, machine, title, instructions, trigger, every, last::date, due::date, notice, '刘志强'
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb)
      as x (machine bigint, title text, instructions text, trigger text, every int, last text, due text, notice int)
    returning id`.execute(write)
  if (added.length === 0) return
  const keeper = keeperOf(context)
  await sql`
    insert into maintenance_deeds (plant_id, plan_id, machine_id, title, done_on, created_at, created_by, created_by_name)
    select plant_id, id, machine_id, title, last_done_on, least(last_done_on + time '08:00', ${now}::timestamptz), ${Number(keeper.userId) || null}::bigint,
      ${keeper.cnName} from maintenance_plans where plant_id = ${plantId}`.execute(write)
}

async function repairsDemo(write: Write, context: DemoContext): Promise<void> {
  const { plantId, now, known } = context
  const keeper = Number(keeperOf(context).userId) || null
  for (const repair of demoRepairs) {
    const at = (hours: number) => new Date(now.getTime() - hours * hourMs)
    const reported = at(repair.hoursAgo)
    const ended = repair.hours === null ? null : new Date(reported.getTime() + repair.hours * hourMs)
    await write
      .insertInto('repairs')
      .values({
        plant_id: plantId,
        machine_id: Number(known.get(`machine:${repair.machine}`) ?? 0),
        source: repair.source,
        status: repair.status,
        stopped: repair.stopped,
        symptom: repair.symptom,
        description: repair.description,
        reported_at: reported,
        created_by_name: '王大勇',
        ...stepsOf(repair.status, reported, ended, keeper),
        ...(ended === null ? {} : endOf(repair, repair.hours ?? 0)),
        search: searchText(repair.machine, repair.description),
        created_by: Number(known.get('user:foreman') ?? 0) || null,
        updated_by: keeper,
        updated_by_name: '刘志强',
      })
      .execute()
  }
}

const endOf = (
  repair: {
    readonly cause: RepairCause
    readonly result: RepairResult
    readonly remedy: string
    readonly stopped: boolean
  },
  hours: number,
) => ({
  cause: repair.cause,
  result: repair.result,
  remedy: repair.remedy,
  ...(repair.stopped ? { downtime_s: Math.round(hours * 3600), downtime_from: 'order' as const } : {}),
})

function stepsOf(status: string, reported: Date, ended: Date | null, keeper: number | null) {
  const begun = new Date(reported.getTime() + hourMs / 3)
  const accepted = {
    accepted_at: begun,
    accepted_by: keeper,
    accepted_by_name: '刘志强',
    assignee_id: keeper,
  }
  if (status === 'reported') return {}
  if (status === 'accepted') return accepted
  const started = { ...accepted, started_at: begun }
  if (ended === null) return started
  const finished = { ...started, finished_at: ended, finished_by: keeper, finished_by_name: '刘志强' }
  if (status === 'done') return finished
  return { ...finished, verified_at: new Date(ended.getTime() + hourMs), verified_by_name: '王大勇' }
}

async function partsDemo(write: Write, { plantId, now }: DemoContext): Promise<void> {
  for (const { code, name, unit, stock, min, place, price } of demoParts) {
    const { id } = await write
      .insertInto('spare_parts')
      .values({
        plant_id: plantId,
        code,
        name,
        unit,
        stock,
        min_stock: min,
        place,
        price,
        search: searchText(code, name, place),
        created_by: null,
        updated_by: null,
        updated_by_name: '刘志强',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (stock === 0) continue
    await sql`
      insert into spare_moves (plant_id, part_id, kind, change, stock, note, created_at, created_by_name)
      values (${plantId}, ${id}, 'count', ${stock}, ${stock}, '期初盘点', ${new Date(now.getTime() - 30 * 24 * hourMs)}, '刘志强')`.execute(
      write,
    )
  }
}

/** Two weeks of inspection rounds with few faults; today most machines are already checked. */
async function checksDemo(write: Write, context: DemoContext): Promise<void> {
  const { plantId, now } = context
  const keeper = keeperOf(context)
  await sql`
    insert into spot_checks (plant_id, machine_id, day, at, items, faults, created_by, created_by_name)
    select ${plantId}, m.id, d.day, greatest(d.day::timestamp at time zone z.time_zone,
        ${now}::timestamptz - n * interval '24 hours' - (m.id % 50) * interval '1 minute'), i.items, 0,
      ${Number(keeper.userId) || null}::bigint, ${keeper.cnName}
    from machines m join machine_profiles p on p.id = m.profile_id join plants z on z.id = m.plant_id
    join (select class, count(*)::int as items from check_items where plant_id = ${plantId} and active group by class) i
      on i.class = p.class
    cross join generate_series(0, 13) n
    cross join lateral (select (${now}::timestamptz at time zone z.time_zone)::date - n as day) d
    where m.plant_id = ${plantId} and m.source <> 'sim' and (n > 0 or m.id % 7 > 1)`.execute(write)
  await sql`
    insert into spot_check_answers (check_id, item_id, position, names, result)
    select s.id, i.id, i.position, i.names, 'ok' from spot_checks s join machines m on m.id = s.machine_id
    join machine_profiles p on p.id = m.profile_id
    join check_items i on i.plant_id = s.plant_id and i.class = p.class and i.active
    where s.plant_id = ${plantId}`.execute(write)
}
