import { differences } from '../../platform/audit/differences.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { deleteRow, rowForUpdate } from '../../platform/db/signed-rows.ts'
import type { PlanKind, PlanRow, PlanTable } from './plan-kind.ts'
import { insertPlanRow, lockPlan, savePlanRow } from './plan.store.ts'
import { sql } from 'kysely'

/** Returns the new row's id. */
export async function addToPlan<Row extends PlanRow, Input extends { readonly code: string }>(
  write: Write,
  actor: Actor,
  kind: PlanKind<Row, Input>,
  input: Input,
): Promise<string> {
  await lockPlan(write, actor.plantId)
  await kind.check?.(write, actor, input, null)
  const id = await rejectingDuplicate(input.code, async () => {
    const added = await insertPlanRow(write, actor, kind.table, kind.columns(input))
    await kind.save?.(write, actor.plantId, added, input)
    return added
  })
  await record(write, actor, kind.table, 'created', { id: String(id), code: input.code, after: input })
  return String(id)
}

/** Changes a row of the plan; nothing is written when nothing differs. */
export async function changePlan<Row extends PlanRow, Input extends { readonly code: string }>(
  write: Write,
  actor: Actor,
  kind: PlanKind<Row, Input>,
  id: string,
  { version, ...rest }: Input & { readonly version: number },
): Promise<void> {
  const input = rest as unknown as Input
  const row = await heldRow(write, actor, kind, id, version)
  const changes = differences(row, input)
  if (changes === null) return
  await kind.check?.(write, actor, input, row)
  await rejectingDuplicate(input.code, async () => {
    await savePlanRow(write, actor, kind.table, Number(id), kind.columns(input))
    await kind.save?.(write, actor.plantId, Number(id), input)
  })
  await record(write, actor, kind.table, 'changed', { id, code: input.code, ...changes })
}

/** Deletes a row that nothing uses. */
export async function removeFromPlan<Row extends PlanRow, Input extends { readonly code: string }>(
  write: Write,
  actor: Actor,
  kind: PlanKind<Row, Input>,
  id: string,
  version: number,
): Promise<void> {
  const { can: _can, ...before } = (await heldRow(write, actor, kind, id, version)) as Row & { can?: unknown }
  try {
    await deleteRow(write, actor.plantId, kind.table, Number(id))
  } catch (error) {
    if (violationOf(error)?.kind === 'foreign') fail('in_use')
    throw error
  }
  await record(write, actor, kind.table, 'deleted', { id, code: before.code, before })
}

async function heldRow<Row extends PlanRow, Input extends { readonly code: string }>(
  write: Write,
  actor: Actor,
  kind: PlanKind<Row, Input>,
  id: string,
  version: number,
): Promise<Row> {
  await lockPlan(write, actor.plantId)
  await rowForUpdate(write, kind.table, actor.plantId, id)
  const row = await kind.one(asReads(write), actor, id)
  return row.version === version ? row : fail('version.conflict', { current: row })
}

async function rejectingDuplicate<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.kind === 'unique') fail('duplicate', { params: { field: 'code', value: code } })
    throw error
  }
}

/** Words of the audit log: what is added, changed and deleted. */
const subjects = {
  workshops: { subjectKind: 'workshop' },
  crews: { subjectKind: 'crew' },
  shifts: { subjectKind: 'shift' },
  processes: { subjectKind: 'process' },
  routes: { subjectKind: 'route' },
} as const satisfies Record<PlanTable, object>
const actions = {
  workshops: { action: ['workshops.create', 'workshops.update', 'workshops.delete'] },
  crews: { action: ['crews.create', 'crews.update', 'crews.delete'] },
  shifts: { action: ['shifts.create', 'shifts.update', 'shifts.delete'] },
  processes: { action: ['processes.create', 'processes.update', 'processes.delete'] },
  routes: { action: ['routes.create', 'routes.update', 'routes.delete'] },
} as const satisfies Record<PlanTable, object>
const facts = ['created', 'changed', 'deleted'] as const

interface Change {
  readonly id: string
  readonly code: string
  readonly before?: object
  readonly after?: object
}

async function record(
  write: Write,
  actor: Actor,
  table: PlanTable,
  fact: (typeof facts)[number],
  { id, code, before, after }: Change,
): Promise<void> {
  const action = actions[table].action[facts.indexOf(fact)] ?? ''
  const subject = { ...subjects[table], subjectId: id, subjectName: code }
  const reported = (values: object) => reportedValues(write, actor.plantId, values)
  await recordAudit(write, actor, {
    action,
    ...subject,
    ...(before && { before: await reported(before) }),
    ...(after && { after: await reported(after) }),
  })
  await recordEvent(write, actor, { name: `${table}.${fact}`, subjectId: id })
}

type Values = Readonly<Record<string, unknown>>

/** Values of a plan row as the log tells them: people know steps and workshops by their codes, not by their ids. */
async function reportedValues(write: Write, plantId: number, values: object): Promise<Values> {
  const { processIds, workshopId, ...rest } = values as Values
  const steps = Array.isArray(processIds) ? await codesOf(write, plantId, 'processes', processIds) : null
  const workshop =
    typeof workshopId === 'string' ? await codesOf(write, plantId, 'workshops', [workshopId]) : null
  return { ...rest, ...(steps && { steps }), ...(workshop && { workshop: workshop[0] }) }
}

/** Codes of rows in the order of their ids given; the id itself where there is no such row. */
async function codesOf(
  write: Write,
  plantId: number,
  table: 'processes' | 'workshops',
  ids: readonly unknown[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select coalesce(t.code, wanted.id::text) as code
    from unnest(${ids.map(Number)}::bigint[]) with ordinality wanted (id, place)
      left join ${sql.table(table)} t on t.id = wanted.id and t.plant_id = ${plantId}
    order by wanted.place`.execute(write)
  return rows.map(({ code }) => code)
}
