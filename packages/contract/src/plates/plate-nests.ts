import {
  nestBarStatuses,
  nestingEnds,
  nestStatuses,
  plateUnmadeReasons,
} from '@cloud-factory/domain/nesting/nest-enums'
import { z } from 'zod'
import { allowed, endpoints, id, idParam, instant, version } from '../endpoint.ts'
import { text } from '../enums.ts'

const millimetres = (max: number) => z.number().min(0).max(max).multipleOf(0.1)
const side = z.number().min(10).max(100_000).multipleOf(0.1)

const rules = z.strictObject({
  kerfMm: millimetres(50),
  /** Cut off at each edge of a whole plate, the cut included. */
  trimMm: millimetres(200),
  /** Sides of the smallest rectangle that goes back to stock. */
  minRemnantLengthMm: millimetres(20_000),
  minRemnantWidthMm: millimetres(10_000),
  /** Parts may lie across the rolling direction. */
  rotate: z.boolean(),
  /** Currency units per tonne. */
  pricePerTonne: z.number().min(1).max(10_000_000),
  /** Value of a remnant as a percentage of the price of new steel. */
  remnantPercent: z.number().min(0).max(100),
  /** Sizes that can be bought, beside the plates in stock. */
  buy: z.array(z.strictObject({ lengthMm: side, widthMm: side })).max(5),
  seconds: z.int().min(1).max(300),
})
export type PlateNestRules = z.output<typeof rules>

const unmade = z.object({
  order: z.string(),
  mark: z.string(),
  part: z.string(),
  lengthMm: z.number().nullable(),
  widthMm: z.number().nullable(),
  quantity: z.int(),
  reason: z.enum(plateUnmadeReasons),
})

/** A part of a job that is on no plate. */
export type UnmadePlatePart = z.output<typeof unmade>

const nest = z.object({
  id,
  status: z.enum(nestStatuses),
  /** Why there is no plan. */
  reason: z.string().nullable(),
  rules,
  /** Currency units; null: none found yet. */
  cost: z.number().nullable(),
  bound: z.number().nullable(),
  waste: z.number().nullable(),
  ended: z.enum(nestingEnds).nullable(),
  /** Parts of the job that no plate has. */
  unmade: z.array(unmade),
  version,
  can: z.object({ stop: allowed, release: allowed, cancel: allowed }),
})
export type PlateNest = z.output<typeof nest>

/** Millimetres from a corner of the plate: x along its length, y across. */
const area = z.object({ x: z.number(), y: z.number(), lengthMm: z.number(), widthMm: z.number() })

/** In their order; each goes from edge to edge of what is left then: the line x = at (or y = at) from … to. */
const cut = z.object({ axis: z.enum(['x', 'y']), at: z.number(), from: z.number(), to: z.number() })

type Area = z.output<typeof area>
/** A layout as it is stored; `partId`: of the job. */
export interface PlateDrawing {
  readonly parts: readonly (Area & { readonly partId: string; readonly turned: boolean })[]
  readonly remnants: readonly Area[]
  readonly cuts: readonly z.output<typeof cut>[]
}

const layout = z.object({
  id,
  position: z.int(),
  /** The code on its sheet. */
  code: z.string(),
  status: z.enum(nestBarStatuses),
  thicknessMm: z.number(),
  grade: z.string(),
  /** null: to be bought. */
  source: z
    .object({ lotId: id, remnantId: id.nullable(), heat: z.string(), location: z.string() })
    .nullable(),
  lengthMm: z.number(),
  widthMm: z.number(),
  /** Shares of the plate. */
  waste: z.number(),
  remnantShare: z.number(),
  parts: z.array(
    area.extend({
      no: z.int(),
      order: z.string(),
      mark: z.string(),
      part: z.string(),
      turned: z.boolean(),
      scrapped: z.boolean(),
      /** The code of its label; null: its mark is gone. */
      code: z.string().nullable(),
    }),
  ),
  remnants: z.array(area),
  cuts: z.array(cut),
  cut: z.object({ at: instant, by: z.string() }).nullable(),
  can: z.object({ report: allowed }),
})
export type PlateLayoutView = z.output<typeof layout>

const nesting = z.object({
  job: z.object({ id, no: z.string(), version }),
  /** The latest one; null: the job was not nested here. */
  nest: nest.nullable(),
  /** Of the latest nest, and those of earlier ones that are cut. */
  layouts: z.array(layout),
  /** What the next nest proposes. */
  rules,
  /** Lots whose plates fit parts of the job, but have no size. */
  unsized: z.array(z.object({ lotId: id, heat: z.string(), profile: z.string(), plates: z.int() })),
  can: z.object({ nest: allowed }),
})
export type PlateNesting = z.output<typeof nesting>

const step = {
  permission: 'order.edit',
  params: idParam,
  body: z.strictObject({ version }),
  reply: nesting,
  errors: ['not_found', 'version.conflict', 'state.refused'],
} as const

export const plateNestsApi = endpoints({
  'GET /api/plate-jobs/:id/nesting': {
    permission: 'order.view',
    summary:
      'Rectangles of a plate job on plates: the latest nest with its layouts; while it is solved, its progress.',
    params: idParam,
    reply: nesting,
    errors: ['not_found'],
  },
  'POST /api/plate-jobs/:id/nesting': {
    permission: 'order.edit',
    summary:
      'Starts a search for plates for the rectangles that are not cut; replaces what is planned and not cut.',
    status: 201,
    params: idParam,
    body: z.strictObject({
      version,
      rules,
      /** Sizes of the plates of lots that have none; they are remembered with the lot. */
      sizes: z.array(z.strictObject({ lotId: id, lengthMm: side, widthMm: side })).max(50),
    }),
    reply: nesting,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/plate-nests/:id/stop': {
    ...step,
    summary: 'Ends the search; the best plan so far is the result.',
  },
  'POST /api/plate-nests/:id/release': {
    ...step,
    summary: 'Reserves plates and remnants; layouts on plates that are to be bought are dropped.',
  },
  'POST /api/plate-nests/:id/cancel': {
    ...step,
    summary: 'Cancels what is not cut; plates are free again, and the parts remain in the job.',
  },
  'POST /api/plate-layouts/:id/report': {
    permission: 'order.report',
    summary: 'Reports a plate as cut: its parts have its heat, its remnants go back to stock.',
    params: idParam,
    body: z.strictObject({
      plate: text(60),
      /** As measured. */
      remnants: z.array(z.strictObject({ lengthMm: side, widthMm: side })).max(20),
      location: text(60),
      /** Numbers of parts that became scrap; they are still to be cut. */
      scrapped: z.array(z.int().min(1).max(10_000)).max(1000),
    }),
    reply: nesting,
    errors: ['not_found', 'state.refused'],
  },
})
