import { asReads, type Write } from '../../platform/db/handles.ts'
import type { PlanPort } from './calendar.port.ts'
import { minuteOf } from './civil-time.rules.ts'
import { writeShifts } from './save-calendar.ts'

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
      const length = (minuteOf(endsAt) - minuteOf(startsAt) + 1440) % 1440 || 1440
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
