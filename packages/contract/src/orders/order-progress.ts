import { z } from 'zod'
import { day, id } from '../endpoint.ts'
import { kg } from '../enums.ts'

/** Work of one process on one order: total and done. */
export const processCount = z.object({
  processId: id,
  pieces: z.int(),
  donePieces: z.int(),
  kg,
  doneKg: kg,
})
export type ProcessCount = z.output<typeof processCount>

/** `plant`: the pace of an average order, used until the order has a pace of its own. */
export const paceBases = ['order', 'plant'] as const

export const orderForecast = z.object({
  doneOn: day,
  /** Weighted kilograms per working day, their basis, and the period. */
  kgPerDay: z.number(),
  basis: z.enum(paceBases),
  from: day,
  to: day,
  /** Days after the due date; 0 or less is in time; null without a due date. */
  daysLate: z.int().nullable(),
})
export type OrderForecast = z.output<typeof orderForecast>
