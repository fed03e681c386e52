import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { StateReason } from '@cloud-factory/domain/machines/equipment-enums'
import type { workCalendarApi } from '@cloud-factory/contract/work-calendar/work-calendar'
import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { PlanPort } from './calendar.queries.ts'
import { minuteOf, shiftMinutes } from '@cloud-factory/domain/numbers/zone-clock'
import { isWithin } from './work-windows.rules.ts'

type Api = typeof workCalendarApi
type PatternInput = BodyOf<Api['PUT /api/work-calendar/pattern']>
type DaysInput = BodyOf<Api['PUT /api/work-calendar/days']>

/** Sets the shifts of the week of the factory, or of a workshop; its figures are recomputed. */
export async function savePattern(
  write: Write,
  actor: Actor,
  plan: PlanPort,
  { workshopId, version, ...input }: PatternInput,
): Promise<void> {
  await rejectUnknownWorkshop(write, actor, plan, workshopId)
  await rejectWrongShifts(write, actor, plan, input.shifts)
  const held = await heldPattern(write, actor, workshopId)
  if ((held?.version ?? 0) !== version) fail('version.conflict')
  const fields = { prompt_minutes: input.promptMinutes }
  const id =
    held === null
      ? await insertRow(write, actor, 'work_patterns', { workshop_id: numberOf(workshopId), ...fields })
      : held.id
  if (held !== null) await saveRow(write, actor, 'work_patterns', id, fields)
  await writeShifts(write, id, input.shifts)
  await markAllStale(write, actor.plantId)
  await record(write, actor, { action: 'calendar.pattern', workshopId, after: input })
}

/** Lets a workshop follow the factory again. */
export async function dropPattern(
  write: Write,
  actor: Actor,
  { workshopId, version }: { readonly workshopId: string; readonly version: number },
): Promise<void> {
  const held = (await heldPattern(write, actor, workshopId)) ?? fail('not_found')
  if (held.version !== version) fail('version.conflict')
  await deleteRow(write, actor.plantId, 'work_patterns', held.id)
  await markAllStale(write, actor.plantId)
  await record(write, actor, { action: 'calendar.follow', workshopId, after: {} })
}

/** So many days are marked at once. */
const maxDays = 62

/** Marks days as off or as worked; without a kind they follow the pattern again. Returns how many. */
export async function markDays(
  write: Write,
  actor: Actor,
  plan: PlanPort,
  { workshopId, from, to, kind, name }: DaysInput,
): Promise<number> {
  const days = dayNumber(to) - dayNumber(from) + 1
  if (days < 1 || days > maxDays) failFor('days.order')
  await rejectUnknownWorkshop(write, actor, plan, workshopId)
  const { updated_by: by, updated_by_name: byName } = signature(actor)
  const of = numberOf(workshopId)
  if (kind === null)
    await sql`delete from work_exceptions where plant_id = ${actor.plantId}
      and workshop_id is not distinct from ${of}::bigint and day between ${from}::date and ${to}::date`.execute(
      write,
    )
  else
    await sql`insert into work_exceptions as e (plant_id, workshop_id, day, kind, name, created_by, updated_by, updated_by_name)
      select ${actor.plantId}, ${of}::bigint, d::date, ${kind}, ${name === '' ? kind : name}, ${by}::bigint, ${by}::bigint,
        ${byName} from generate_series(${from}::date, ${to}::date, interval '1 day') d
      on conflict on constraint work_exceptions_day_key do update set kind = excluded.kind, name = excluded.name,
        updated_at = now(), updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name,
        version = e.version + 1`.execute(write)
  await sql`update machine_times set is_stale = true where plant_id = ${actor.plantId}
    and day between ${from}::date and ${to}::date`.execute(write)
  await record(write, actor, { action: 'calendar.days', workshopId, after: { from, to, kind, name } })
  return days
}

async function writeShifts(write: Write, patternId: number, shifts: PatternInput['shifts']): Promise<void> {
  await sql`delete from work_pattern_shifts where pattern_id = ${patternId}`.execute(write)
  if (shifts.length === 0) return
  await write
    .insertInto('work_pattern_shifts')
    .values(
      shifts.map(({ shiftId, weekdays }) => ({
        pattern_id: patternId,
        shift_id: Number(shiftId),
        weekdays: [...new Set(weekdays)].sort((one, other) => one - other),
      })),
    )
    .execute()
  const breaks = shifts.flatMap(({ shiftId, breaks: rows }) =>
    rows.map(({ startsAt, minutes }) => ({
      pattern_id: patternId,
      shift_id: Number(shiftId),
      starts_at: startsAt,
      minutes,
    })),
  )
  if (breaks.length > 0)
    await write
      .insertInto('work_breaks')
      .values(breaks)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const numberOf = (id: string | null) => (id === null ? null : Number(id))

async function heldPattern(
  write: Write,
  actor: Actor,
  workshopId: string | null,
): Promise<{ id: number; version: number } | null> {
  const { rows } = await sql<{ id: number; version: number }>`select id, version from work_patterns
    where plant_id = ${actor.plantId} and workshop_id is not distinct from ${numberOf(workshopId)}::bigint
    for no key update`.execute(write)
  return rows[0] ?? null
}

async function rejectUnknownWorkshop(
  write: Write,
  actor: Actor,
  plan: PlanPort,
  workshopId: string | null,
): Promise<void> {
  if (workshopId === null) return
  const workshops = await plan.workshops(asReads(write), actor.plantId)
  if (!workshops.some(({ id }) => String(id) === workshopId)) fail('not_found')
}

async function rejectWrongShifts(
  write: Write,
  actor: Actor,
  plan: PlanPort,
  requested: PatternInput['shifts'],
): Promise<void> {
  const shifts = new Map((await plan.shifts(asReads(write), actor.plantId)).map((shift) => [shift.id, shift]))
  if (new Set(requested.map(({ shiftId }) => shiftId)).size < requested.length) failFor('shift.unknown')
  for (const { shiftId, breaks } of requested) {
    const shift = shifts.get(Number(shiftId)) ?? failFor('shift.unknown')
    if (breaks.some(({ startsAt, minutes }) => !isWithin(shift, startsAt, minutes))) failFor('break.outside')
  }
}

/** Whatever was planned, figures follow the calendar as it is now; they are computed day by day, the latest first. */
async function markAllStale(write: Write, plantId: number): Promise<void> {
  await sql`update machine_times set is_stale = true where plant_id = ${plantId}`.execute(write)
}

interface Action {
  readonly action: 'calendar.pattern' | 'calendar.follow' | 'calendar.days'
  readonly workshopId: string | null
  readonly after: object
}

async function record(write: Write, actor: Actor, { action, workshopId, after }: Action): Promise<void> {
  const subjectId = workshopId ?? '0'
  await recordAudit(write, actor, { action, subjectKind: 'calendar', subjectId, subjectName: '', after })
  await recordEvent(write, actor, { name: action, subjectId })
}

function failFor(reason: StateReason): never {
  return reject(reason)
}

/** Six days a week, an hour's break in the middle of each shift. Once only, and only where nobody set another. */
export async function seedCalendar(write: Write, plan: PlanPort, plantId: number): Promise<void> {
  const pattern = await write
    .insertInto('work_patterns')
    .values({
      plant_id: plantId,
      workshop_id: null,
      created_by: null,
      updated_by: null,
      updated_by_name: '',
    })
    .onConflict((conflict) => conflict.constraint('work_patterns_workshop_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (pattern === undefined) return
  const shifts = await plan.shifts(asReads(write), plantId)
  await writeShifts(
    write,
    pattern.id,
    shifts.map(({ id, startsAt, endsAt }) => {
      const length = shiftMinutes({ startsAt, endsAt })
      const middle = (minuteOf(startsAt) + Math.floor(length / 3 / 60) * 60) % 1440
      const time = `${pad(Math.floor(middle / 60))}:${pad(middle % 60)}`
      return {
        shiftId: String(id),
        weekdays: [1, 2, 3, 4, 5, 6],
        breaks: [{ startsAt: time, minutes: 60 }],
      }
    }),
  )
}

const pad = (value: number) => String(value).padStart(2, '0')
