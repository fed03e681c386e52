import { z } from 'zod'
import { id, instant } from '../endpoint.ts'
import { ncrActions, ncrStatuses } from '@cloud-factory/domain/ncr/ncr-enums'
import { kg } from '../enums.ts'

export const ncrPiece = z.object({
  id,
  serial: z.string(),
  mark: z.string(),
  orderId: id,
  orderNo: z.string(),
  profile: z.string(),
  /** When the report was raised. */
  kg: kg.nullable(),
  /** Current status. */
  status: z.string(),
  /** Other open reports that also stop it. */
  others: z.array(z.object({ id, no: z.string() })),
})
export type NcrPiece = z.output<typeof ncrPiece>

export const ncrEvent = z.object({
  id,
  at: instant,
  by: z.string(),
  action: z.enum(ncrActions),
  from: z.enum(ncrStatuses).nullable(),
  to: z.enum(ncrStatuses),
  note: z.string(),
})
export type NcrEvent = z.output<typeof ncrEvent>
