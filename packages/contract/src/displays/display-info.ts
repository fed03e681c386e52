import { z } from 'zod'
import { day, endpoints, id, instant, listQuery, allowed, version } from '../endpoint.ts'
import { names } from '../planning/processes.ts'
import { decimal } from '../standards/quality-rules.ts'
import { maskings } from '@cloud-factory/domain/displays/display-enums'
import { machineClasses, machineSources } from '@cloud-factory/domain/machines/equipment-enums'
import { text } from '../enums.ts'

/** In all three languages, or in none. */
const wordsOf = (max: number) => z.strictObject({ zh: text(max), en: text(max), es: text(max) })
const month = z.string().regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/)
/** Metres from the plan's left and upper edge, and sizes, in steps of a centimetre. */
const metres = z.number().min(0).max(2_000).multipleOf(0.01)
const planSide = z.number().min(10).max(2_000).multipleOf(0.01)
const usualPlan = { widthM: 140, depthM: 100 }
const box = { xM: metres, yM: metres, widthM: metres.min(0.1), depthM: metres.min(0.1) }

/** An uploaded picture for the walls; null: none. */
const picture = id.nullable().default(null)

/** Content of the walls. Lists are in display order. */
export const displayInfo = z.strictObject({
  names,
  slogan: wordsOf(80),
  logo: picture,
  /** First day without an accident; null: safety days are not shown. */
  safetySince: day.nullable(),
  duty: z.strictObject({ name: text(40), phone: text(40) }),
  masking: z.strictObject({ customers: z.enum(maskings), projects: z.enum(maskings) }),
  /** Tonnes of a month at a process. */
  targets: z.array(z.strictObject({ month, processId: id, tonnes: decimal })).max(1_000),
  notices: z
    .array(
      z.strictObject({
        text: wordsOf(200),
        from: day,
        /** Last day on which it is shown; null: until it is removed. */
        until: day.nullable(),
        urgent: z.boolean(),
      }),
    )
    .max(50),
  honours: z
    .array(z.strictObject({ names: wordsOf(80), year: z.int().min(1900).max(2100), picture }))
    .max(30),
  /** Size of the plan; the background image covers all of it. */
  plan: z.strictObject({ widthM: planSide, depthM: planSide }).default(usualPlan),
  underlay: picture,
  /**
   * Places of workshops and machines on the plan. Machines of the simulated site have their own plan and are never
   * shown with the others.
   */
  workshops: z.array(z.strictObject({ workshopId: id, ...box })).max(50),
  machines: z.array(z.strictObject({ machineId: id, ...box })).max(500),
})
export type DisplayInfo = z.output<typeof displayInfo>

export const displayInfoDraft = z.object({
  draft: displayInfo,
  /** Number of the version that the walls show; null: none yet. */
  shown: z.int().min(1).nullable(),
  /** The draft equals the shown version. */
  settled: z.boolean(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ save: allowed, publish: allowed }),
})
export type DisplayInfoDraft = z.output<typeof displayInfoDraft>

export const displayVersionRow = z.object({
  /** Its number, which is also the id of the row. */
  id,
  no: z.int().min(1),
  note: z.string(),
  publishedAt: instant,
  publishedBy: z.string(),
  /** The walls currently show it. */
  shown: z.boolean(),
})
export type DisplayVersionRow = z.output<typeof displayVersionRow>

const metresOrNone = z.number().nullable()

/** What a draft can refer to: the factory's processes, workshops and machines. */
export const displayPlaces = z.object({
  processes: z.array(z.object({ id, code: z.string(), names })),
  workshops: z.array(z.object({ id, code: z.string(), name: z.string() })),
  machines: z.array(
    z.object({
      id,
      code: z.string(),
      name: z.string(),
      class: z.enum(machineClasses),
      source: z.enum(machineSources),
      workshopId: id.nullable(),
      /** Size from the register. */
      widthM: metresOrNone,
      depthM: metresOrNone,
    }),
  ),
})
export type DisplayPlaces = z.output<typeof displayPlaces>

const no = z.strictObject({ no: z.string().regex(/^[1-9][0-9]{0,8}$/) })

/** Who may change it may also see it. */
const view = { permissionOr: ['display.info', 'display.view'] } as const

export const displayInfoApi = endpoints({
  'GET /api/display/info': {
    ...view,
    summary: 'The draft of what the walls say. A new factory has one with its names in it.',
    reply: displayInfoDraft,
  },
  'GET /api/display/places': {
    permissionOr: ['display.info', 'display.set', 'display.view'],
    summary: 'Processes, workshops and machines in use that a draft can name.',
    reply: displayPlaces,
  },
  'PUT /api/display/info': {
    permission: 'display.info',
    summary: 'Saves the draft; nobody sees it before it is published.',
    body: z.strictObject({ version, draft: displayInfo }),
    reply: displayInfoDraft,
    errors: ['version.conflict'],
  },
  'POST /api/display/info/publish': {
    permission: 'display.info',
    permissionAnd: ['display.publish'],
    summary:
      'Shows the draft on the walls and keeps it as a version. Refused with every problem it has by field.',
    body: z.strictObject({ version, note: text(200) }),
    reply: displayInfoDraft,
    errors: ['version.conflict', 'state.refused'],
  },
  'POST /api/display/info/restore': {
    permission: 'display.info',
    summary: 'Makes a published version the draft; the walls change when it is published.',
    body: z.strictObject({ version, no: z.int().min(1) }),
    reply: displayInfoDraft,
    errors: ['version.conflict', 'not_found'],
  },
  'GET /api/display/info/versions': {
    ...view,
    summary: 'Published versions, newest first.',
    query: listQuery(['no']),
    reply: z.object({ items: z.array(displayVersionRow), total: z.int().min(0) }),
  },
  'GET /api/display/info/versions/:no': {
    ...view,
    summary: 'What a published version says.',
    params: no,
    reply: z.object({ row: displayVersionRow, content: displayInfo }),
    errors: ['not_found'],
  },
  'GET /api/display/info/shown': {
    permissionOr: ['screen.view', 'screen.show'],
    summary: 'What the walls say now; null before the first publishing.',
    reply: z.object({ no: z.int().min(1), content: displayInfo }).nullable(),
  },
})
