import { finishedOrderStatuses, type OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { searchText } from '../../platform/search/search-text.ts'
import {
  type DemoProject,
  demoActor,
  demoPlanner,
  demoProjects,
  families,
  refreshOrderTotals,
  runningOrders,
} from '../orders/public.ts'
import { refreshProjectTotals } from '../projects/public.ts'
import type { MachinesPort } from './work-ports.ts'
import { demoHolds, workDemo } from './work.demo.ts'

const dayMs = 86_400_000
/** Old orders are smaller, so that the first start writes fewer of their reports. */
const finished: ReadonlySet<OrderStatus> = new Set(finishedOrderStatuses)

interface DemoMark {
  readonly no: string
  readonly mark: string
  readonly name: string
  readonly kind: string
  readonly profile: string
  readonly quantity: number
  readonly lengthMm: number
  readonly netKg: number
  /** Of the main part. */
  readonly barKg: number
  /** Its four end plates, of 7850 kg/m³. */
  readonly plate: (typeof plates)[number]
}

interface DemoOrder {
  readonly project: string
  readonly no: string
  readonly name: string
  readonly status: OrderStatus
  readonly priority: string
  readonly due: string
  readonly created: string
  readonly by: string
  readonly search: string
  readonly marks: readonly DemoMark[]
}

/**
 * Projects, orders, marks, parts and pieces of the demo factory. The same seed and day give the same rows; dates are around the day of the first
 * start.
 */
export async function ordersDemo(write: Write, context: DemoContext, machines: MachinesPort): Promise<void> {
  const { plantId, known } = context
  for (const [index, project] of demoProjects.entries()) {
    const id = await insertProject(write, context, project, index)
    known.set(`project:${project.code}`, String(id))
  }
  const orders = demoProjects.flatMap((project) => ordersOf(project, context))
  await insertOrders(write, plantId, orders)
  await insertMarks(
    write,
    plantId,
    orders.flatMap(({ marks }) => marks),
  )
  await workDemo(write, context, machines)
  const running = await setDueDays(write, context)
  await demoLots(write, plantId)
  await demoHolds(write, context)
  for (const id of running) await refreshOrderTotals(write, demoActor(context), id)
  await countProjects(write, plantId)
  const rows = await write.selectFrom('orders').select(['id', 'no']).where('plant_id', '=', plantId).execute()
  for (const { id, no } of rows) known.set(`order:${no}`, String(id))
}

async function insertProject(
  write: Write,
  { plantId, now }: DemoContext,
  project: DemoProject,
  index: number,
): Promise<number> {
  const day = (days: number) => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)
  const { id } = await write
    .insertInto('projects')
    .values({
      plant_id: plantId,
      code: project.code,
      name: project.name,
      customer: project.customer,
      contract_no: project.contractNo,
      acceptance_standard: project.standard,
      starts_on: day(-200 + index * 15),
      ends_on: day(160 + index * 40),
      search: searchText(project.code, project.name, project.customer, project.contractNo),
      updated_by_name: demoPlanner,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function ordersOf(project: DemoProject, context: DemoContext): DemoOrder[] {
  const random = () => context.random()
  return project.lots.map((name, lot) => {
    const no = `${project.code.replace('P-', 'SO-')}-${String(lot + 1).padStart(2, '0')}`
    // The first lots are the oldest.
    const age = 1 - (lot + 0.5) / project.lots.length
    const status = orderStatusOf(age, random())
    const created = new Date(context.now.getTime() - (age * 190 + 2 + random() * 8) * dayMs)
    const due = dueDate(status, created, context.now, random())
    return {
      project: project.code,
      no,
      name,
      status,
      priority: ['A', 'B', 'B', 'C'][Math.floor(random() * 4)] ?? 'B',
      due: due.toISOString().slice(0, 10),
      created: created.toISOString(),
      by: demoPlanner,
      search: searchText(no, name),
      marks: marksOf(project, no, finished.has(status), random),
    }
  })
}

/** Days from today in which orders of a status are due, first and last. Running orders are due by their forecasts as soon as they have them. */
const dueDays: Readonly<Partial<Record<OrderStatus, readonly [number, number]>>> = {
  released: [40, 110],
  in_production: [-8, 62],
  on_hold: [5, 45],
  completed: [12, 24],
  shipped: [-25, 4],
}

function dueDate(status: OrderStatus, created: Date, now: Date, chance: number): Date {
  const days = dueDays[status]
  if (days === undefined) return new Date(created.getTime() + (70 + chance * 40) * dayMs)
  const [from, to] = days
  return new Date(now.getTime() + (from + chance * (to - from)) * dayMs)
}

const plates = [
  { profile: 'PL12*150', lengthMm: 200, kg: 2.826 },
  { profile: 'PL20*300', lengthMm: 400, kg: 18.84 },
] as const
/** Heavier sections have the larger end plates, kg/m. */
const heavySection = 60

const toGrams = (kg: number): number => Math.round(kg * 1000) / 1000

function marksOf(project: DemoProject, no: string, isFinished: boolean, random: () => number): DemoMark[] {
  const kinds = project.families.map((family) => families[family])
  const quantities = Array.from(
    { length: (isFinished ? 8 : 18) + Math.floor(random() * (isFinished ? 6 : 12)) },
    () => 2 + Math.floor(random() * (isFinished ? 3 : 6)),
  )
  return quantities.map((quantity, index) => {
    const family = kinds[index % kinds.length] ?? families.beam
    const [profile, kgPerMetre] =
      family.profiles[Math.floor(random() * family.profiles.length)] ?? family.profiles[0]
    const [from, to] = family.length
    const lengthMm = Math.round((from + random() * (to - from)) * 200) * 5
    const barKg = toGrams((lengthMm / 1000) * kgPerMetre)
    const plate = plates[kgPerMetre < heavySection ? 0 : 1]
    return {
      no,
      mark: `${family.prefix}-${101 + index}`,
      name: family.name,
      kind: family.kind,
      profile,
      quantity,
      lengthMm,
      barKg,
      plate,
      netKg: toGrams(barKg + 4 * plate.kg),
    }
  })
}

async function insertOrders(write: Write, plantId: number, orders: readonly DemoOrder[]): Promise<void> {
  const rows = JSON.stringify(orders.map(({ marks: _marks, ...order }) => order))
  await sql`
    insert into orders (plant_id, project_id, no, name, status, priority, due_on, created_at, updated_at,
      updated_by_name, search)
    select ${plantId}, p.id, o.no, o.name, o.status, o.priority, o.due, o.created, o.created, o.by, o.search
    from jsonb_to_recordset(${rows}::jsonb) as o (project text, no text, name text, status text, priority text,
      due date, created timestamptz, by text, search text)
    join projects p on p.plant_id = ${plantId} and p.code = o.project
    order by o.created`.execute(write)
}

async function insertMarks(write: Write, plantId: number, marks: readonly DemoMark[]): Promise<void> {
  const rows = JSON.stringify(marks)
  await sql`
    insert into marks (plant_id, order_id, mark, revision, name, kind, profile, grade, quantity, length_mm, net_kg,
      gross_kg, area_m2, weight_source, parts, created_at, updated_at, updated_by_name)
    select ${plantId}, o.id, m.mark, '0', m.name, m.kind, m.profile, 'Q355B', m.quantity, m."lengthMm", m."netKg",
      round(m."netKg" * 1.03, 3), round(m."lengthMm" * 0.0013, 4), 'profile', 2, o.created_at, o.created_at,
      o.updated_by_name
    from jsonb_to_recordset(${rows}::jsonb) as m (no text, mark text, name text, kind text, profile text,
      quantity int, "lengthMm" numeric, "netKg" numeric)
    join orders o on o.plant_id = ${plantId} and o.no = m.no`.execute(write)
  await sql`
    insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, quantity_per_mark, net_kg, gross_kg,
      holes, is_main, created_at, updated_at)
    select ${plantId}, m.id, d.mark || part.ending, part.profile, m.grade, part.length_mm, part.quantity, part.kg, null,
      case when part.is_main then 8 else 4 end, part.is_main, m.created_at, m.created_at
    from jsonb_to_recordset(${rows}::jsonb) as d (no text, mark text, "barKg" numeric, plate jsonb)
    join orders o on o.plant_id = ${plantId} and o.no = d.no
    join marks m on m.order_id = o.id and m.mark = d.mark
    cross join lateral (values
      ('-1', m.profile, m.length_mm, 1, d."barKg", true),
      ('-2', d.plate ->> 'profile', (d.plate ->> 'lengthMm')::numeric, 4, (d.plate ->> 'kg')::numeric, false)
    ) as part (ending, profile, length_mm, quantity, kg, is_main)`.execute(write)
  // Tags are derived from order and serial, so that printed codes of the demo factory stay valid after a reload.
  await sql`
    insert into pieces (plant_id, order_id, mark_id, serial, tag, net_kg, created_at, updated_at)
    select ${plantId}, o.id, m.id, serial, md5(d.no || '/' || serial)::uuid, m.net_kg, m.created_at,
      m.created_at
    from jsonb_to_recordset(${rows}::jsonb) as d (no text, mark text)
    join orders o on o.plant_id = ${plantId} and o.no = d.no
    join marks m on m.order_id = o.id and m.mark = d.mark
    cross join lateral generate_series(1, m.quantity) n
    cross join lateral (select m.mark || '-' || lpad(n::text, 3, '0') as serial) named
    order by o.id, m.id, n`.execute(write)
}

async function countProjects(write: Write, plantId: number): Promise<void> {
  const rows = await write.selectFrom('projects').select('id').where('plant_id', '=', plantId).execute()
  const ids = rows.map(({ id }) => id)
  await refreshProjectTotals(write, plantId, ids)
}

/** Status of an order by its age: older orders are further. `age` from 0 (newest) to 1. */
function orderStatusOf(age: number, chance: number): OrderStatus {
  if (chance < 0.04) return 'cancelled'
  if (chance < 0.09 && age > 0.3 && age < 0.7) return 'on_hold'
  const stages = [
    [0.12, 'draft'],
    [0.24, 'confirmed'],
    [0.36, 'released'],
    [0.64, 'in_production'],
    [0.74, 'completed'],
    [0.88, 'shipped'],
  ] as const
  return stages.find(([until]) => age < until)?.[1] ?? 'closed'
}

/**
 * Due days by the forecasts: the order that is completed next is a few days late, the others are on time. Returns
 * the running orders.
 */
async function setDueDays(write: Write, { plantId, now }: DemoContext): Promise<number[]> {
  // Forecasts need the days of the plant, which otherwise change at the commit.
  await sql`set constraints count_plant_day immediate`.execute(write)
  const running = await runningOrders(asReads(write), plantId, [], now)
  const due = running
    .flatMap(({ id, forecast }) => (forecast === null ? [] : [{ id, ...forecast }]))
    .toSorted((one, other) => one.doneOn.localeCompare(other.doneOn) || Number(one.id) - Number(other.id))
    .map(({ id, doneOn, to: yesterday }, place) => ({
      id,
      due: place === 0 ? addDays(yesterday, -2) : addDays(doneOn, 5 + ((place * 7) % 17)),
    }))
  await sql`
    update orders set due_on = d.due from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d (id bigint, due date)
    where orders.id = d.id`.execute(write)
  return running.map(({ id }) => Number(id))
}

/** Two lots of every released order, by the order of its marks. */
async function demoLots(write: Write, plantId: number): Promise<void> {
  await sql`
    insert into batches (plant_id, order_id, workshop_id, no, name, issued_on, planned_start, planned_end,
      required_on_site, updated_by_name)
    select ${plantId}, o.id, (select min(id) from workshops where plant_id = ${plantId}), 'L' || n, n || '批',
      o.released_at::date, o.released_at::date + (n - 1) * 14 + 1, o.due_on - 20 + (n - 1) * 10,
      o.due_on - 10 + (n - 1) * 10, ${demoPlanner}
    from orders o cross join generate_series(1, 2) n
    where o.plant_id = ${plantId} and o.released_at is not null and o.due_on - 40 > o.released_at::date + 14`.execute(
    write,
  )
  await sql`
    update pieces set batch_id = b.id
    from (select id, order_id, ntile(2) over (partition by order_id order by id) as half from marks
      where plant_id = ${plantId}) m
      join batches b on b.order_id = m.order_id and b.no = 'L' || m.half
    where pieces.mark_id = m.id`.execute(write)
}
