import { z } from 'zod'
import { day, endpoints, id, allowed } from '../endpoint.ts'
import { dayKinds } from '@cloud-factory/domain/machines/equipment-enums'
import { names } from '../planning/processes.ts'
import { text } from '../enums.ts'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A shift: on which days of the week it runs (1 Monday to 7 Sunday), and its breaks. */
export const patternShift = z.strictObject({
  shiftId: id,
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
  breaks: z.array(z.strictObject({ startsAt: timeOfDay, minutes: z.int().min(1).max(480) })).max(12),
})
export type PatternShift = z.output<typeof patternShift>

export const workPattern = z.object({
  /** null: it has no calendar of its own and uses the factory's. */
  workshopId: id.nullable(),
  isOwn: z.boolean(),
  shifts: z.array(patternShift),
  promptMinutes: z.int().min(1).max(480),
  /** 0: not stored yet. */
  version: z.int().min(0),
})
export type WorkPattern = z.output<typeof workPattern>

export const calendarDay = z.object({
  day,
  /** Shifts of that day, in time order. */
  shiftIds: z.array(id),
  plannedMinutes: z.number(),
  /** Why the day differs from the pattern. */
  exception: z.object({ kind: z.enum(dayKinds), name: z.string(), isOwn: z.boolean() }).nullable(),
})
export type CalendarDay = z.output<typeof calendarDay>

export const calendarMonth = z.object({
  month: z.string(),
  today: day,
  days: z.array(calendarDay),
  pattern: workPattern,
  shifts: z.array(z.object({ id, names, startsAt: z.string(), endsAt: z.string() })),
  workshops: z.array(z.object({ id, code: z.string(), name: z.string() })),
  can: z.object({ edit: allowed }),
})
export type CalendarMonth = z.output<typeof calendarMonth>

const workshop = z.strictObject({ workshopId: id.optional() })
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

/** Production planners plan working times. */
const editing = { permission: 'equipment.view', permissionOr: ['equipment.edit', 'production.edit'] } as const

/** Working times: shifts of the week with their breaks, and exceptional days. */
export const workCalendarApi = endpoints({
  'GET /api/work-calendar': {
    permission: 'equipment.view',
    summary: 'A month of the calendar, of the factory or of a workshop.',
    query: workshop.extend({ month }),
    reply: calendarMonth,
    errors: ['not_found'],
  },
  'PUT /api/work-calendar/pattern': {
    ...editing,
    summary: 'Sets the shifts of the week of the factory, or of a workshop that differs from it.',
    body: z.strictObject({
      workshopId: id.nullable(),
      version: z.int().min(0),
      shifts: z.array(patternShift).max(12),
      promptMinutes: z.int().min(1).max(480),
      /** Reason of the change, for the audit log. */
      reason: text(200).optional(),
    }),
    reply: workPattern,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/work-calendar/pattern': {
    ...editing,
    summary: 'Lets a workshop follow the factory again.',
    query: z.strictObject({
      workshopId: id,
      version: z
        .string()
        .regex(/^[1-9][0-9]{0,9}$/)
        .transform(Number),
    }),
    reply: null,
    errors: ['not_found', 'version.conflict'],
  },
  'PUT /api/work-calendar/days': {
    ...editing,
    summary:
      'Marks days on which nobody works, or on which all shifts do; without a kind: as the pattern has them.',
    body: z.strictObject({
      workshopId: id.nullable(),
      from: day,
      to: day,
      kind: z.enum(dayKinds).nullable(),
      name: text(60),
    }),
    reply: z.object({ days: z.int() }),
    errors: ['not_found', 'state.refused'],
  },
})
