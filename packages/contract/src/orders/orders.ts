import { z } from 'zod'
import {
  day,
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryVersion,
  queryWords,
  sortOf,
  version,
} from '../endpoint.ts'
import { assignee, assigneeFilter, assignment } from '../inbox/assignees.ts'
import { orderForecast, processCount } from './order-progress.ts'
import { orderStatuses, pieceStatuses, priorities } from '@cloud-factory/domain/orders/order-statuses'
import { code, kg, text } from '../enums.ts'

const orderInput = {
  projectId: id,
  no: code,
  name: text(120),
  customerPo: text(60).nullable(),
  priority: z.enum(priorities),
  dueOn: day.nullable(),
  /** Contract tonnes; null when the contract has none. */
  contractTonnes: z.number().min(0).max(9_999_999).nullable(),
  note: text(2000).nullable(),
}

export const orderRow = z.object({
  id,
  no: z.string(),
  name: z.string(),
  project: z.object({ id, code: z.string(), name: z.string() }),
  customer: z.string(),
  customerPo: z.string().nullable(),
  status: z.enum(orderStatuses),
  priority: z.enum(priorities),
  dueOn: day.nullable(),
  contractTonnes: z.number().nullable(),
  note: z.string().nullable(),
  assignee,
  marks: z.int(),
  pieces: z.int(),
  /** Net weight of all its pieces that count: neither scrapped nor superseded. */
  weightKg: kg,
  /** Pieces by status; absent statuses are zero. */
  piecesByStatus: z.partialRecord(z.enum(pieceStatuses), z.int()),
  /** Weighted by tonnes and the project's process weights, from 0 to 1. */
  progress: z.number(),
  /** Done and to do per process of its routes, in process order; empty before release. */
  byProcess: z.array(processCount),
  /** Completion date at the pace of the last weeks; null without a pace, or when nothing is left to do. */
  forecast: orderForecast.nullable(),
  heldPieces: z.int(),
  openNcrs: z.int(),
  /** Pieces whose material may not be used, or has no accepted mill certificate. */
  materialPieces: z.int(),
  /** Days past the due date in the factory's time zone; null when not late or already shipped. */
  daysLate: z.int().nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({
    edit: allowed,
    import: allowed,
    confirm: allowed,
    reopen: allowed,
    release: allowed,
    hold: allowed,
    resume: allowed,
    close: allowed,
    cancel: allowed,
    delete: allowed,
  }),
})
export type OrderRow = z.output<typeof orderRow>

/** Maximum number of due days that are changed at once. */
export const maxDueDays = 100

/** Filters of an order list, besides its search. */
export const orderFilter = {
  status: queryWords(orderStatuses).optional(),
  priority: queryWords(priorities).optional(),
  projectId: id.optional(),
  dueFrom: day.optional(),
  dueTo: day.optional(),
  late: z.enum(['true']).optional(),
  /** The order or one of its pieces is on hold. */
  held: z.enum(['true']).optional(),
  assigneeId: assigneeFilter.optional(),
}

export const sortableOrders = [
  'no',
  'dueOn',
  'priority',
  'status',
  'weightKg',
  'pieces',
  'progress',
  'assignee',
  'updatedAt',
  'createdAt',
  'project',
  'customer',
] as const

/** How an order list is sorted; `risk`: late by forecast first, then least slack, then on hold, at last what is shipped. */
export const orderSort = z.enum([...sortOf(sortableOrders).options, 'risk'])

/** Columns of the order list as a file; `left.<process id>`: tonnes still to do at a process. */
export const orderExportColumns = [
  'no',
  'name',
  'projectCode',
  'project',
  'customer',
  'customerPo',
  'status',
  'priority',
  'dueOn',
  'assignee',
  'daysLate',
  'forecast',
  'forecastLate',
  'marks',
  'pieces',
  'tonnes',
  'tonnesLeft',
  'progress',
  'held',
  'ncrs',
  'contractTonnes',
  'note',
  'updatedAt',
  'updatedBy',
] as const
export type OrderExportColumn = (typeof orderExportColumns)[number]

export const ordersApi = endpoints({
  'GET /api/orders': {
    summary: 'Orders with their pieces and tonnes.',
    permission: 'order.view',
    query: listQuery(sortableOrders).extend({ ...orderFilter, sort: orderSort.optional() }),
    reply: listOf(orderRow).extend({
      /** Totals over all matches, not only this page; null when there are more matches than are counted. */
      sums: z.object({ pieces: z.int(), weightKg: kg, leftKg: kg }).nullable(),
    }),
  },
  'GET /api/order-counts': {
    summary:
      'How many orders the usual views of the order list have; each count stops where the list stops counting.',
    permission: 'order.view',
    reply: z.object({
      late: z.int(),
      dueThisWeek: z.int(),
      toRelease: z.int(),
      all: z.int(),
      /** Monday and Sunday of the factory’s current week. */
      week: z.object({ from: day, to: day }),
    }),
  },
  'GET /api/orders/:id': {
    summary: 'One order.',
    permission: 'order.view',
    params: idParam,
    reply: orderRow,
    errors: ['not_found'],
  },
  'GET /api/next-order-no': {
    summary: 'A number for a new order that continues those of the last ones; null without any.',
    permission: 'order.edit',
    reply: z.object({ no: z.string().nullable() }),
  },
  'POST /api/orders': {
    summary: 'Creates an order as a draft.',
    permission: 'order.edit',
    body: z.strictObject(orderInput),
    status: 201,
    reply: orderRow,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'PATCH /api/orders/:id': {
    summary: 'Changes an order’s own fields.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({ version, ...orderInput }),
    reply: orderRow,
    errors: ['not_found', 'duplicate', 'version.conflict', 'state.refused'],
  },
  'POST /api/orders/:id/assign': {
    summary: 'Assigns an order to a person, who gets a message, or to nobody.',
    permission: 'order.edit',
    params: idParam,
    body: assignment,
    reply: orderRow,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/orders/due-days': {
    summary: 'Changes the due days of several orders, all or none: the plan as it was tried out.',
    permission: 'order.edit',
    body: z.strictObject({
      items: z
        .array(z.strictObject({ id, version, dueOn: day.nullable() }))
        .min(1)
        .max(maxDueDays),
    }),
    /** Their new versions, in the order of the request. */
    reply: z.object({ items: z.array(z.object({ id, version })) }),
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/orders/:id/status': {
    summary: 'Moves an order along: confirms a draft or cancels one whose pieces nobody has started.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({
      version,
      to: z.enum(['confirmed', 'cancelled', 'draft']),
      reason: text(500).optional(),
    }),
    reply: orderRow,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/orders/:id': {
    summary: 'Deletes a draft order that has no piece.',
    permission: 'order.edit',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'GET /api/orders/:id/history': {
    summary: 'Who changed what on this order, newest first.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['at']),
    reply: listOf(
      z.object({
        id,
        at: instant,
        actorName: z.string(),
        action: z.string(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    errors: ['not_found'],
  },
})
