import { z } from 'zod'
import { languages } from '../identity/access.ts'
import { severities } from '@cloud-factory/domain/alarms/alarm-enums'
import { displayVersionRow } from './display-info.ts'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryVersion,
  version,
} from '../endpoint.ts'
import { names } from '../planning/processes.ts'
import {
  canvasNames,
  maxPanelIds,
  maxPanelTitle,
  panelKinds,
  screenSources,
  screenThemes,
  templateNames,
} from '@cloud-factory/domain/displays/display-enums'
import { text } from '../enums.ts'

/** Time of day in the plant's time zone, `HH:MM`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const share = z.number().min(0).max(1)
const ids = (max: number) => z.array(id).max(max)
/**
 * A grid position, or a number of cells. A box that is too small or outside is a layout problem, not an invalid
 * field.
 */
const cells = z.int().min(0).max(48)

export const panel = z.strictObject({
  kind: z.enum(panelKinds),
  x: cells,
  y: cells,
  width: cells,
  height: cells,
  /** By name, see `screen-options.ts`; absent options have their defaults. */
  options: z.record(
    z.string().max(40),
    z.union([z.number(), z.boolean(), z.string().max(maxPanelTitle), z.null(), ids(maxPanelIds)]),
  ),
})
export type Panel = z.output<typeof panel>

export const screenPage = z.strictObject({
  names,
  /** Seconds until the next page. */
  dwellS: z.int().min(0).max(100_000),
  /** When it is shown; null: always. Minutes of the day in the plant's time zone; from > to spans midnight. */
  schedule: z
    .strictObject({
      /** Empty: in every shift. */
      shiftIds: ids(20),
      fromMinute: z.int().min(0).max(1440),
      toMinute: z.int().min(0).max(1440),
    })
    .nullable(),
  panels: z.array(panel).max(40),
})
export type ScreenPage = z.output<typeof screenPage>

/** Layout and settings of a screen. */
export const screenLayout = z.strictObject({
  /** Format version of this content, `layoutSchema`; a later program wrote a higher one. */
  schemaVersion: z.int().min(1).max(1000),
  canvas: z.enum(canvasNames),
  theme: z.enum(screenThemes),
  /** Null: the language that the browser has in the office. */
  language: z.enum(languages).nullable(),
  /** Dimming at night: brightness 0.1 to 1 between two times of day. */
  dim: z.strictObject({ from: timeOfDay, to: timeOfDay, level: z.number().min(0.1).max(1) }).nullable(),
  /** Critical alarms take over the screen, whichever severity was published; null: no takeover. */
  takeover: z.enum(severities).nullable(),
  /** Plays a sound on takeover. */
  sound: z.boolean(),
  /** Shifts everything by a few pixels from time to time against burn-in. */
  pixelShift: z.boolean(),
  /** The shown part of the factory; empty: all of it. */
  filters: z.strictObject({ projectIds: ids(200), processIds: ids(100), machineIds: ids(500) }),
  thresholds: z.strictObject({
    oeeTarget: share,
    firstPassTarget: share,
    /** Older values, in seconds, are grey. */
    dataAgeS: z.int().min(5).max(3600),
    /** Steel temperature above the dew point, kelvin, below which painting stops. */
    dewMarginK: z.number().min(0).max(20),
    /** An order that is later by more days is at risk. */
    lateDays: z.int().min(0).max(90),
  }),
  pages: z.array(screenPage).max(20),
})
export type ScreenLayout = z.output<typeof screenLayout>

const head = { names, place: text(80), source: z.enum(screenSources) }

export const screenRow = z.object({
  id,
  ...head,
  canvas: z.string(),
  pages: z.int(),
  /** Number of the shown version; null: nothing is published yet. */
  shown: z.int().min(1).nullable(),
  /** The draft equals the shown version. */
  settled: z.boolean(),
  /** TVs paired with it, and those that reported within two minutes. */
  devices: z.int(),
  online: z.int(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ save: allowed, publish: allowed, delete: allowed }),
})
export type ScreenRow = z.output<typeof screenRow>
export const screenDetail = screenRow.extend({ draft: screenLayout })
export type ScreenDetail = z.output<typeof screenDetail>

/** Everything that a wall page draws. */
export const shownScreen = z.object({
  id,
  ...head,
  /** Version of the layout; null: nothing is published yet, or the draft was requested. */
  no: z.int().min(1).nullable(),
  layout: screenLayout.nullable(),
})
export type ShownScreen = z.output<typeof shownScreen>

/** A screen as a file, to import at another site. */
export const screenBundle = z.strictObject({
  format: z.literal('cloud-factory.screen'),
  names,
  place: text(80),
  source: z.enum(screenSources),
  layout: screenLayout,
})
export type ScreenBundle = z.output<typeof screenBundle>

const one = { permission: 'display.set', params: idParam } as const
/** Who may change a screen may also see it. */
const view = { permissionOr: ['display.set', 'display.view'] } as const
const viewOne = { ...view, params: idParam } as const
const numbered = z.strictObject({ id, no: z.string().regex(/^[1-9][0-9]{0,8}$/) })
const races = ['not_found', 'version.conflict'] as const

export const screensApi = endpoints({
  'GET /api/screens': {
    ...view,
    summary: 'Screens, the oldest first; there is always one of each source.',
    query: listQuery(['id']),
    reply: listOf(screenRow).extend({ can: z.object({ add: allowed }) }),
  },
  'POST /api/screens': {
    permission: 'display.set',
    summary: 'Adds a screen that begins with a template as its draft.',
    body: z.strictObject({ ...head, template: z.enum(templateNames) }),
    reply: screenDetail,
    status: 201,
    errors: ['duplicate'],
  },
  'GET /api/screens/:id': {
    ...viewOne,
    summary: 'A screen with its draft.',
    reply: screenDetail,
    errors: ['not_found'],
  },
  'PATCH /api/screens/:id': {
    ...one,
    summary: 'Changes name and place; at once, without publishing.',
    body: z.strictObject({ version, names, place: text(80) }),
    reply: screenDetail,
    errors: [...races, 'duplicate'],
  },
  'DELETE /api/screens/:id': {
    ...one,
    summary: 'Takes a screen away. Refused while TVs are paired with it, and for the last one of its source.',
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: [...races, 'in_use', 'state.refused'],
  },
  'PUT /api/screens/:id/draft': {
    ...one,
    summary: 'Saves the draft; no TV shows it before it is published.',
    body: z.strictObject({ version, draft: screenLayout }),
    reply: screenDetail,
    errors: races,
  },
  'POST /api/screens/:id/publish': {
    ...one,
    permissionAnd: ['display.publish'],
    summary: 'Shows the draft and keeps it as a version. Refused with every problem it has, by field.',
    body: z.strictObject({ version, note: text(200) }),
    reply: screenDetail,
    errors: [...races, 'state.refused'],
  },
  'POST /api/screens/:id/restore': {
    ...one,
    summary: 'Makes a published version the draft; TVs change when it is published.',
    body: z.strictObject({ version, no: z.int().min(1) }),
    reply: screenDetail,
    errors: races,
  },
  'GET /api/screens/:id/versions': {
    ...viewOne,
    summary: 'Published versions, newest first.',
    query: listQuery(['no']),
    reply: listOf(displayVersionRow),
    errors: ['not_found'],
  },
  'GET /api/screens/:id/versions/:no': {
    ...view,
    summary: 'What a published version says.',
    params: numbered,
    reply: z.object({ row: displayVersionRow, content: screenLayout }),
    errors: ['not_found'],
  },
  'GET /api/screens/:id/export': {
    ...viewOne,
    summary: 'The draft of a screen as a JSON file.',
    reply: 'file',
    produces: ['application/json'],
    errors: ['not_found'],
  },
  'POST /api/screens/import': {
    permission: 'display.set',
    summary:
      'Adds a screen out of such a file, as a draft. Fields that this version does not know are refused by name; chosen projects, processes, machines and shifts do not come along.',
    body: z.strictObject({ bundle: screenBundle }),
    reply: screenDetail,
    status: 201,
    errors: ['duplicate'],
  },
  'GET /api/screens/shown': {
    permissionOr: ['screen.view', 'screen.show'],
    summary:
      'What a screen shows: by `id`, or the first one of a `source`. A TV gets its own and no other. `draft=1`: its draft, for who may see drafts.',
    query: z.strictObject({
      id: id.optional(),
      source: z.enum(screenSources).optional(),
      draft: z.literal('1').optional(),
    }),
    reply: shownScreen,
    errors: ['not_found'],
  },
})
