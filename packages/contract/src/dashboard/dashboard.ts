import { z } from 'zod'
import { dashboardTiles } from '@cloud-factory/domain/dashboard/dashboard-enums'
import { day, endpoints, id, instant } from '../endpoint.ts'
import { names } from '../planning/processes.ts'
import { kg } from '../enums.ts'

export const dashboardCounts = z.object({
  items: z.array(
    z.object({
      id: z.enum(dashboardTiles),
      /** The total of the list behind it, from that list's own query. */
      total: z.int().min(0),
      /** It is a task of this person, who has the permission to act on it. */
      task: z.boolean(),
      /** Page and filter that show exactly these rows. */
      to: z.string(),
    }),
  ),
  /** Today in the factory's time zone. */
  today: day,
  at: instant,
})
export type DashboardCounts = z.output<typeof dashboardCounts>

const against = z.object({
  /** Same value as in the production report. */
  kg,
  /** Whole plan, and the part due by now; null: no published target, or no planned work. */
  planKg: z.number().nullable(),
  planNowKg: z.number().nullable(),
})

export const dashboardOutput = z.object({
  /** The process whose tonnes count: the last one with a target. */
  process: z.object({ id, names }),
  /** The current working day. */
  day,
  daysInMonth: z.int(),
  /** Days of this month with work. */
  days: z.array(z.object({ day, kg })),
  today: against,
  month: against,
  /** The report behind it. */
  to: z.string(),
})
export type DashboardOutput = z.output<typeof dashboardOutput>

/** Figures of the home page, one endpoint per area, so that a slow one does not delay the others. */
export const dashboardApi = endpoints({
  'GET /api/dashboard/orders': {
    permission: 'order.view',
    summary: 'How many orders are late, due, held or wait to be released.',
    reply: dashboardCounts,
  },
  'GET /api/dashboard/output': {
    permission: 'order.view',
    summary: 'Tonnes of today and of this month against the published target.',
    reply: dashboardOutput,
    errors: ['not_found'],
  },
  'GET /api/dashboard/quality': {
    permission: 'quality.view',
    summary: 'How many inspections and non-conformance reports wait, and for what.',
    reply: dashboardCounts,
  },
  'GET /api/dashboard/equipment': {
    permission: 'equipment.view',
    summary: 'What machines do now, alarms, maintenance and repair orders that wait.',
    reply: dashboardCounts,
  },
  'GET /api/dashboard/system': {
    permission: 'authority.users',
    summary: 'Gateways and machines that are silent, unknown devices, locked accounts, people signed in.',
    reply: dashboardCounts,
  },
})
