import { z } from 'zod'
import { day, endpoints, id, idParam, instant, listOf, allowed } from '../endpoint.ts'
import {
  certificateKinds,
  lotStatuses,
  maxPiecesAssigned,
  millCertificateStatuses,
} from '@cloud-factory/domain/material/material-enums'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { code } from '../enums.ts'

const weight = z.number().min(0.001).max(99_999_999).multipleOf(0.001)

/** A piece made from a lot, and where it went. */
export const heatUse = z.object({
  id,
  piece: z.object({ id, serial: z.string(), mark: z.string(), status: z.enum(pieceStatuses) }),
  order: z.object({ id, no: z.string() }),
  /** Mark of the part; empty: the whole piece. */
  part: z.string(),
  kg: z.number(),
  lotId: id,
  heatNo: z.string(),
  assignedAt: instant,
  assignedBy: z.string(),
  package: z.object({ id, no: z.string() }).nullable(),
  delivery: z.object({ id, no: z.string(), sentAt: instant.nullable(), consignee: z.string() }).nullable(),
  can: z.object({ remove: allowed }),
})
export type HeatUse = z.output<typeof heatUse>

const tracedHeat = z.object({
  id,
  no: z.string(),
  supplier: z.string(),
  mill: z.string(),
  grade: z.string(),
  certificates: z.array(
    z.object({
      id,
      no: z.string(),
      kind: z.enum(certificateKinds),
      status: z.enum(millCertificateStatuses),
      issuedOn: day,
    }),
  ),
  lots: z.array(
    z.object({
      id,
      receipt: z.object({ id, no: z.string(), receivedOn: day, deliveryNote: z.string() }),
      profile: z.string(),
      kg: z.number(),
      usedKg: z.number(),
      status: z.enum(lotStatuses),
    }),
  ),
})
export type TracedHeat = z.output<typeof tracedHeat>

export const materialTrace = z.object({
  /** The requested heat or piece. */
  subject: z.object({ kind: z.enum(['heat', 'piece']), id, name: z.string() }),
  heats: z.array(tracedHeat),
  uses: z.array(heatUse),
  /** Total number of uses; larger than `uses` when they do not fit on one page. */
  total: z.int(),
})
export type MaterialTrace = z.output<typeof materialTrace>

const hit = z.object({
  id,
  kind: z.enum(['heat', 'piece']),
  name: z.string(),
  /** Supplier and grade of a heat; order and mark of a piece. */
  of: z.string(),
  /** Number of the certificate by which it was found; null: by its own number. */
  certificate: z.string().nullable(),
})
export type TraceHit = z.output<typeof hit>

export const materialTraceApi = endpoints({
  'GET /api/material-trace': {
    permission: 'quality.view',
    summary: 'Heats and pieces by heat number, certificate number, serial or the text of a QR code.',
    query: z.strictObject({ q: z.string().trim().min(1).max(300) }),
    reply: listOf(hit),
  },
  'GET /api/material-trace/heats/:id': {
    permission: 'quality.view',
    summary: 'From a heat to its pieces, packages and deliveries.',
    params: idParam,
    reply: materialTrace,
    errors: ['not_found'],
  },
  'GET /api/material-trace/pieces/:id': {
    permission: 'quality.view',
    summary: 'From a piece to its heats, certificates and receipts.',
    params: idParam,
    reply: materialTrace,
    errors: ['not_found'],
  },
  'POST /api/heat-uses': {
    permissionOr: ['order.report', 'quality.inspect'],
    summary: 'Assigns a lot to pieces: all of them or none.',
    status: 201,
    body: z.strictObject({
      lotId: id,
      /** Ids, serial numbers or texts of QR codes. */
      pieces: z.array(z.string().trim().min(1).max(300)).min(1).max(maxPiecesAssigned),
      part: z.union([code, z.literal('')]),
      /** Per piece; null: its net weight. */
      kgEach: weight.nullable(),
    }),
    reply: z.object({ pieces: z.int(), kg: z.number(), leftKg: z.number() }),
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'DELETE /api/heat-uses/:id': {
    permissionOr: ['order.report', 'quality.inspect'],
    summary: 'Takes a lot off a piece that has not been packed; its weight is left again.',
    params: idParam,
    reply: null,
    errors: ['not_found', 'state.refused'],
  },
})
