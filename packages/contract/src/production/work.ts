import { maxOwnProcesses } from '@cloud-factory/domain/planning/planning-resources'
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
  queryIds,
  queryInt,
  version,
} from '../endpoint.ts'
import { listedPiece, outsidePlace, pieceRow } from '../orders/order-marks.ts'
import { names } from '../planning/processes.ts'
import { kg, text } from '../enums.ts'

export const workSources = ['list', 'batch', 'scan'] as const
/** The server writes them itself: earlier steps of a report, packing, dispatch, receipt, work of a supplier. */
const writtenSources = ['earlier', 'package', 'delivery', 'receipt', 'subcontract'] as const
export const allWorkSources = [...workSources, ...writtenSources] as const

/** Why a piece could not be reported, held or scrapped: `reason.<word>` in the translations. */
export const workReasons = [
  'work.order_not_released',
  'work.before_release',
  'work.many_hours',
  'work.order_held',
  'work.piece_held',
  'work.piece_scrapped',
  'work.piece_superseded',
  'work.piece_ncr',
  'work.not_on_route',
  'work.done_already',
  'work.part_too_large',
  'work.step_before',
  'work.inspection_open',
  'work.weld_open',
  'work.coat_open',
  'work.heat_unreleased',
  'work.heat_missing',
  'work.parts_missing',
  'work.sub_assemblies_missing',
  'work.built_in',
  'work.not_by_hand',
  'work.piece_outside',
  'work.by_subcontract',
  'work.too_late_to_undo',
  'work.not_yours',
  'work.later_step_done',
  'work.undone',
  'work.unknown_piece',
  'piece.several',
] as const
export type WorkReason = (typeof workReasons)[number]

/** A piece in work, with its position on its route. */
export const workPiece = pieceRow.extend({
  outside: outsidePlace.nullable(),
  orderId: id,
  orderNo: z.string(),
  markName: z.string(),
  profile: z.string(),
  grade: z.string().nullable(),
  lengthMm: z.number().nullable(),
  productionLot: z.object({ id, no: z.string() }).nullable(),
  /** Completed steps of its route, and the completed share of the next one (0 ≤ part < 1). */
  stepsDone: z.int(),
  stepPart: z.number(),
  /** Process ids in order; empty before the order is released. */
  route: z.array(id),
  /** Process of its next step; null when nothing is left or the order is not released. */
  nextProcessId: id.nullable(),
  /** Whether its next step can be reported now. */
  can: z.object({ report: allowed, hold: allowed, resume: allowed, scrap: allowed }),
  version,
})
export type WorkPiece = z.output<typeof workPiece>

/** A piece as its page shows it: also what it lacks, and its package and delivery. */
export const pieceDetail = workPiece.extend({
  missing: listedPiece.shape.missing,
  pack: z.object({ id, no: z.string() }).nullable(),
  delivery: z.object({ id, no: z.string(), sentAt: instant.nullable(), consignee: z.string() }).nullable(),
})
export type PieceDetail = z.output<typeof pieceDetail>

export const workReportRow = z.object({
  id,
  orderId: id,
  orderNo: z.string(),
  pieceId: id,
  serial: z.string(),
  processId: id,
  part: z.number(),
  kg,
  finishes: z.boolean(),
  crew: z.string().nullable(),
  workshop: z.string().nullable(),
  worker: z.string().nullable(),
  /** The machine used; null: none named. */
  machine: z.string().nullable(),
  hours: z.number().nullable(),
  source: z.enum(allWorkSources),
  doneAt: instant,
  day,
  shiftId: id.nullable(),
  reportedAt: instant,
  reportedBy: z.string(),
  undone: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  can: z.object({ undo: allowed }),
})
export type WorkReportRow = z.output<typeof workReportRow>

/** Result for one piece of a report. `already`: counted before, under this key or from somebody else. */
export const workOutcome = z.object({
  pieceId: id.nullable(),
  /** As sent: a piece id or the text of a QR code. */
  piece: z.string(),
  serial: z.string().nullable(),
  outcome: z.enum(['reported', 'already', 'refused']),
  reason: z.string().nullable(),
  /** Values for the sentence of the reason: a process code, a name, a day. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  kg,
})
export type WorkOutcome = z.output<typeof workOutcome>

/** One of the pieces that a typed or scanned code can refer to. */
export const pieceMatch = z.object({
  id,
  serial: z.string(),
  orderId: id,
  orderNo: z.string(),
  orderName: z.string(),
  project: z.string(),
  mark: z.string(),
  profile: z.string(),
  status: pieceRow.shape.status,
  /** Text of its QR code: the only code that no other piece has. */
  qr: z.string(),
  nextProcessId: id.nullable(),
})
export type PieceMatch = z.output<typeof pieceMatch>

/** A machine on which work can be reported. */
export const workMachine = z.object({
  id,
  code: z.string(),
  name: z.string(),
  /** The process for which it works; null: no particular one. */
  processId: id.nullable(),
})
export type WorkMachine = z.output<typeof workMachine>

/** Pieces that wait together: of an order, of its production lot if they are in one, before a process. */
export const readyLot = z.object({
  id: z.string(),
  order: z.object({ id, no: z.string(), name: z.string() }),
  productionLot: z.object({ id, no: z.string() }).nullable(),
  process: z.object({ id, names }),
  pieces: z.int(),
  kg,
  dueOn: day.nullable(),
})
export type ReadyLot = z.output<typeof readyLot>

export const maxPiecesOfReport = 500

export const workApi = endpoints({
  'GET /api/ready-pieces': {
    permission: 'order.view',
    summary: 'Pieces whose next step is a process: what a crew can take up now.',
    query: listQuery(['serial', 'dueOn']).extend({
      processId: id,
      orderId: id.optional(),
      productionLotId: id.optional(),
    }),
    reply: listOf(workPiece),
  },
  'GET /api/ready-lots': {
    permission: 'order.report',
    summary:
      'Pieces that can be reported now, by order, production lot and process; those due first come first.',
    query: listQuery(['dueOn']).extend({ processId: queryIds(maxOwnProcesses).optional() }),
    reply: listOf(readyLot),
  },
  'GET /api/scanned-piece': {
    permission: 'order.view',
    summary: 'The piece of a scanned QR code, or of a serial that only one piece has.',
    query: z.strictObject({ code: z.string().trim().min(1).max(300) }),
    reply: workPiece,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/piece-matches': {
    permissionOr: ['order.view', 'quality.view'],
    summary: 'Pieces of open orders, with `gone` those that left, that a typed or scanned code may mean.',
    query: z.strictObject({ code: z.string().trim().min(1).max(300), gone: z.enum(['true']).optional() }),
    reply: z.object({ items: z.array(pieceMatch) }),
  },
  'POST /api/piece-matches': {
    permissionOr: ['order.view', 'quality.view'],
    summary: 'The same of many codes at once, as they are pasted.',
    body: z.strictObject({ codes: z.array(z.string().trim().min(1).max(300)).min(1).max(200) }),
    reply: z.object({ items: z.array(z.object({ code: z.string(), pieces: z.array(pieceMatch) })) }),
  },
  'GET /api/pieces/:id': {
    permission: 'order.view',
    summary: 'One piece and where it stands, what it lacks, its package and its delivery.',
    params: idParam,
    reply: pieceDetail,
    errors: ['not_found'],
  },
  'GET /api/orders/:id/matrix': {
    permission: 'order.view',
    summary: 'Pieces by process: how far each piece of an order is, in the order of serials.',
    params: idParam,
    query: z.strictObject({
      /** Serial number of the last piece of the previous page; absent for the first page. */
      after: z.string().max(80).optional(),
      limit: queryInt(1, 5000).optional(),
      q: z.string().trim().max(100).optional(),
    }),
    reply: z.object({
      /** Routes of its marks: process ids in order. */
      routes: z.array(z.object({ id, processIds: z.array(id) })),
      items: z.array(
        z.object({
          id,
          serial: z.string(),
          mark: z.string(),
          routeId: id.nullable(),
          status: pieceRow.shape.status,
          held: z.boolean(),
          stepsDone: z.int(),
          stepPart: z.number(),
        }),
      ),
      total: z.int(),
      /** Serial number after which the next page starts; null at the end. */
      next: z.string().nullable(),
    }),
    errors: ['not_found'],
  },
  'POST /api/work-reports': {
    permission: 'order.report',
    summary: 'Reports work on pieces; each piece is judged by itself, and a repeated key counts once.',
    body: z.strictObject({
      /** Generated by the reporting device: sent again after a lost reply, nothing counts twice. */
      clientKey: z.uuid(),
      processId: id,
      /** Piece ids or texts of QR codes. */
      pieces: z.array(z.string().trim().min(1).max(300)).min(1).max(maxPiecesOfReport),
      /** Share of the step done by this report; absent: the rest of it. */
      part: z.number().gt(0).max(1).multipleOf(0.001).optional(),
      /** Earlier steps that need no inspection count as done with it; otherwise the report is rejected. */
      withEarlier: z.boolean(),
      crewId: id.nullable(),
      worker: text(60).nullable(),
      /** The machine that did the step; earlier steps filled in with it name none. */
      machineId: id.nullable().optional(),
      /** For all pieces together. */
      hours: z.number().min(0).max(1000).nullable(),
      source: z.enum(workSources),
      /** When it was done, for reports that waited for the network; at most 7 days ago. */
      doneAt: instant.optional(),
    }),
    reply: z.object({ items: z.array(workOutcome), kg }),
    errors: ['not_found'],
  },
  'GET /api/work-machines': {
    permission: 'order.view',
    summary: 'Machines that work may be reported on: active ones of the factory, none that is simulated.',
    reply: z.object({ items: z.array(workMachine) }),
  },
  'GET /api/work-reports': {
    permission: 'order.view',
    summary: 'Reports of work, newest first.',
    query: listQuery(['reportedAt', 'day']).extend({
      orderId: id.optional(),
      pieceId: id.optional(),
      processId: id.optional(),
      crewId: id.optional(),
      from: day.optional(),
      to: day.optional(),
      mine: z.enum(['true']).optional(),
    }),
    reply: listOf(workReportRow),
  },
  'POST /api/work-reports/:id/undo': {
    permissionOr: ['order.report', 'order.release'],
    summary: 'Takes a report back: one’s own within its shift; anybody’s with the right to release orders.',
    params: idParam,
    body: z.strictObject({ reason: text(300).min(1) }),
    reply: workReportRow,
    errors: ['not_found', 'state.refused'],
  },
})
