import { z } from 'zod'
import { allowed, endpoints, id, idParam, listOf, listQuery, version } from '../endpoint.ts'
import { kg, text } from '../enums.ts'

const named = z.object({ id, no: z.string(), name: z.string() })

const orderCost = z.object({
  id,
  order: named,
  kg,
  material: z.object({
    /** Steel that was cut or assigned, with its waste, and the rest of the list by theory; at average prices. */
    known: z.number(),
    estimated: z.number(),
    knownKg: kg,
    estimatedKg: kg,
    /** Of both: steel whose average price is not known. It is in neither amount. */
    unpricedKg: kg,
  }),
  labour: z.object({
    /** Piece rates, else actual hours at the price of an hour. */
    known: z.number(),
    /** Standard hours at the price of an hour, of work that was reported without hours. */
    estimated: z.number(),
    /** Reports that none of these values. */
    unvalued: z.int(),
  }),
  /** What suppliers get for work on its pieces. */
  subcontracts: z.object({
    /** Of accepted pieces. */
    known: z.number(),
    /** Of pieces that are outside or planned to go out. */
    estimated: z.number(),
  }),
  total: z.number(),
  /** null: the order weighs nothing. */
  perTonne: z.number().nullable(),
})
export type OrderCost = z.output<typeof orderCost>

const stage = z.object({
  name: z.string(),
  /** Per cent of the amount. */
  share: z.number(),
  /** null: the steel of the order that is cut or assigned. */
  processId: id.nullable(),
  kg,
  doneKg: kg,
  /** Share of the stage that is done, from 0 to 1; null: no piece of the order has this process. */
  done: z.number().nullable(),
  /** With cents. */
  value: z.number(),
  earned: z.number(),
})
export type ProgressStage = z.output<typeof stage>

const statement = z.object({
  order: named.extend({ project: z.string() }),
  /** 0: not entered yet. */
  amount: z.number(),
  stages: z.array(stage),
  earned: z.number(),
  /** 0: none was entered yet. */
  version: z.int().min(0),
  can: z.object({ edit: allowed }),
})
export type ProgressStatement = z.output<typeof statement>

const maxStages = 20

export const costsApi = endpoints({
  'GET /api/costs': {
    permission: 'cost.view',
    summary: 'Cost of released orders so far: material and labour, known and estimated.',
    query: listQuery(['no', 'dueOn']),
    reply: listOf(orderCost),
  },
  'GET /api/orders/:id/statement': {
    permission: 'cost.view',
    summary: 'Progress statement of an order: value and earned value by contract stage.',
    params: idParam,
    reply: statement,
    errors: ['not_found'],
  },
  'PUT /api/orders/:id/statement': {
    permission: 'cost.edit',
    summary: 'Sets amount and stages of an order’s progress statement; their shares must sum to 100.',
    params: idParam,
    body: z.strictObject({
      /** 0: none was entered yet. */
      version: z.union([version, z.literal(0)]),
      amount: z.number().min(0).max(99_999_999_999).multipleOf(0.01),
      stages: z
        .array(
          z.strictObject({
            name: text(60).min(1),
            share: z.number().min(0.001).max(100).multipleOf(0.001),
            processId: id.nullable(),
          }),
        )
        .min(1)
        .max(maxStages),
    }),
    reply: statement,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
})
