import type { GroupRule } from '@cloud-factory/domain/displays/group-resource'
import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { sql } from 'kysely'
import { asReads, type Reads, type Write } from '../../platform/db/handles.ts'
import { factoryWindows, type PlanPort } from '../work-calendar/public.ts'

/** What the work calendar of the factory says of an instant: a working shift, between shifts, or a day without work. */
type Moment = { readonly at: 'shift'; readonly shiftId: string } | { readonly at: 'outside' | 'day_off' }

type Windows = Awaited<ReturnType<typeof factoryWindows>>['windows']

/** A night shift belongs to the day on which it begins, also after midnight. */
function momentIn(windows: Windows, at: number): Moment {
  const window = windows.find(({ from, to }) => from <= at && at < to)
  const worked = windows.filter(({ day, planned }) => day === window?.day && planned.length > 0)
  if (worked.length === 0) return { at: 'day_off' }
  if (window === undefined || window.shift === null || !worked.includes(window)) return { at: 'outside' }
  return { at: 'shift', shiftId: window.shift.id }
}

async function momentAt(reads: Reads, plan: PlanPort, plantId: number, now: Date): Promise<Moment> {
  const today = clockAt(now.getTime(), 'UTC').day
  // Wherever the factory is, its own day is one of these.
  const { windows } = await factoryWindows(reads, plan, plantId, [addDays(today, -2), addDays(today, 2)])
  return momentIn(windows, now.getTime())
}

/** The first rule of a schedule that matches; null: the schedule says nothing. */
const ruleAt = (schedule: readonly GroupRule[], moment: Moment): GroupRule | null =>
  schedule.find(
    ({ at, shiftId }) => at === moment.at && (moment.at !== 'shift' || shiftId === moment.shiftId),
  ) ?? null

interface Scheduled {
  readonly plan: PlanPort
  readonly plantId: number
  readonly now: Date
}

/** Writes what the schedule of each group says now, where that is something else; `groupId`: of this group alone. */
export async function applySchedules(
  write: Write,
  { plan, plantId, now }: Scheduled,
  groupId: number | null = null,
): Promise<void> {
  const groups = await write
    .selectFrom('screen_groups')
    .select(['id', 'schedule', 'scheduled_screen_id', 'dark'])
    .where('plant_id', '=', plantId)
    .where((eb) => (groupId === null ? eb.val(true) : eb('id', '=', groupId)))
    .where(sql<boolean>`(schedule <> '[]' or scheduled_screen_id is not null or dark)`)
    .orderBy('id')
    .execute()
  if (groups.length === 0) return
  const moment = await momentAt(asReads(write), plan, plantId, now)
  for (const { id, schedule, scheduled_screen_id: before, dark } of groups) {
    const rule = ruleAt(schedule, moment)
    const screen = rule === null || rule.screenId === null ? null : Number(rule.screenId)
    const isDark = rule !== null && rule.screenId === null
    if (screen === before && isDark === dark) continue
    await write
      .updateTable('screen_groups')
      .set({ scheduled_screen_id: screen, dark: isDark })
      .where('id', '=', id)
      .where('plant_id', '=', plantId)
      .execute()
  }
}

/** Whether a TV should be dark now by the schedule of its group. */
export async function isDark(reads: Reads, plantId: number, deviceId: string): Promise<boolean> {
  const row = await reads
    .selectFrom('screen_devices')
    .innerJoin('screen_groups', 'screen_groups.id', 'screen_devices.group_id')
    .select('screen_groups.dark')
    .where('screen_devices.plant_id', '=', plantId)
    .where('screen_devices.id', '=', Number(deviceId))
    .executeTakeFirst()
  return row?.dark === true
}
