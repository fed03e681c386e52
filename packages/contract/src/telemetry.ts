import { z } from 'zod'
import { severities } from './alarm-enums.ts'
import { endpoints, id, idParam, instant, queryInt, queryWords } from './endpoint.ts'
import { signalKinds, signalRoles, valueQualities } from './equipment-enums.ts'
import { names } from './processes.ts'
import { machineEventTypes, trendSpans } from './telemetry-enums.ts'

/** A trend shows so many signals at once, and spans so many days. */
export const maxTrendSignals = 8
export const maxTrendDays = 400

const signal = {
  slot: z.int(),
  code: z.string(),
  names,
  unit: z.string(),
  kind: z.enum(signalKinds),
  role: z.enum(signalRoles).nullable(),
  decimals: z.int(),
  low: z.number().nullable(),
  high: z.number().nullable(),
}

export const liveSignal = z.object({
  ...signal,
  /** Null: never sent, or told to be none, or a text. */
  value: z.number().nullable(),
  /** What it is where a number does not say it: a text, all digits of a large number, a date in ISO 8601. */
  text: z.string().nullable(),
  quality: z.enum(valueQualities).nullable(),
  /** When it was measured, by the server's clock. */
  at: instant.nullable(),
  /** Ms since then; null: never sent. */
  ageMs: z.int().nullable(),
  /** The machine is not heard, or silent for longer than its own pace allows: the value says how it was, not how it is. */
  stale: z.boolean(),
})
export type LiveSignal = z.output<typeof liveSignal>

export const machineSignals = z.object({
  id,
  code: z.string(),
  rateMs: z.int(),
  link: z
    .object({
      online: z.boolean(),
      /** It sends only what changes: what it said holds as long as the link does. */
      byException: z.boolean(),
      since: instant,
      heardAt: instant,
      firmware: z.string(),
      /** The profile it says it has, where that is another than the register's; empty: the same, or it does not say. */
      otherProfile: z.string(),
      /** Server's clock less the machine's, ms; null: not known. */
      clockOffsetMs: z.number().nullable(),
    })
    .nullable(),
  signals: z.array(liveSignal),
  at: instant,
})
export type MachineSignals = z.output<typeof machineSignals>

export const trend = z.object({
  span: z.enum(trendSpans),
  from: instant,
  to: instant,
  series: z.array(
    z.object({
      ...signal,
      /** Ms since 1970 of each point, ascending. */
      at: z.array(z.number()),
      /** Mean of a point's time; null ends a stretch: nothing was known from there to the next point. */
      mean: z.array(z.number().nullable()),
      low: z.array(z.number().nullable()),
      high: z.array(z.number().nullable()),
    }),
  ),
})
export type Trend = z.output<typeof trend>

export const machineEventRow = z.object({
  /** The gateway's own id of it; of one machine there is one. */
  id: z.string(),
  /** By the server's clock. */
  at: instant,
  /** When the server had it: later than `at` when it was kept while there was no link. */
  receivedAt: instant,
  type: z.enum(machineEventTypes),
  /** The machine's own code and words; empty: none. */
  code: z.string(),
  text: z.string(),
  severity: z.enum(severities).nullable(),
  /** An alarm came (true) or went; null: not told. */
  on: z.boolean().nullable(),
  /** What else it carries, as far as it can be shown in a line. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type MachineEventRow = z.output<typeof machineEventRow>

export const machineEventPage = z.object({
  items: z.array(machineEventRow),
  /** Where the next page begins; null: there is none. */
  next: z.object({ before: instant, beforeId: z.string() }).nullable(),
})
export type MachineEventPage = z.output<typeof machineEventPage>

export const textKinds = ['text', 'integer', 'date', 'null'] as const

/** A signal began to tell something that is no number, or something else than before. */
export const textChange = z.object({
  slot: z.int(),
  code: z.string(),
  names,
  /** By the server's clock. */
  at: instant,
  /** Until when it was told, as far as is known. */
  until: instant,
  kind: z.enum(textKinds),
  /** A text, all digits of a large number, a date in ISO 8601; empty: told to be none. */
  text: z.string(),
})
export type TextChange = z.output<typeof textChange>

export const textChangePage = z.object({
  items: z.array(textChange),
  /** Signals of the machine that ever told a text. */
  signals: z.array(z.object({ slot: z.int(), code: z.string(), names })),
  /** Where the next page begins; null: there is none. */
  next: z.object({ before: instant, beforeSlot: z.int() }).nullable(),
})
export type TextChangePage = z.output<typeof textChangePage>

const slots = z
  .string()
  .regex(/^[1-9][0-9]{0,2}(,[1-9][0-9]{0,2}){0,7}$/)
  .transform((text) => text.split(',').map(Number))
  .meta({ openapi: { type: 'string' } })

export const telemetryApi = endpoints({
  'GET /api/machines/:id/signals': {
    permission: 'equipment.view',
    summary: 'What a machine sends now: value, unit, age and quality of each of its signals.',
    params: idParam,
    reply: machineSignals,
    errors: ['not_found'],
  },
  'GET /api/machines/:id/trend': {
    permission: 'equipment.view',
    summary: 'Course of a machine’s signals, from raw values, minutes or hours, whichever fits the width.',
    params: idParam,
    query: z.strictObject({
      /** Slots of signals, comma between. */
      signals: slots,
      from: instant,
      to: instant,
      /** Width of the chart; at most twice as many points come. */
      pixels: queryInt(50, 4000),
    }),
    reply: trend,
    errors: ['not_found'],
  },
  'GET /api/machines/:id/events': {
    permission: 'equipment.view',
    summary: 'Events that a machine reported itself, the latest first, fifty at a time.',
    params: idParam,
    query: z.strictObject({
      type: queryWords(machineEventTypes).optional(),
      from: instant.optional(),
      /** Left out. */
      to: instant.optional(),
      /** `next` of the page before. */
      before: instant.optional(),
      beforeId: z.string().max(64).optional(),
    }),
    reply: machineEventPage,
    errors: ['not_found'],
  },
  'GET /api/machines/:id/texts': {
    permission: 'equipment.view',
    summary:
      'What a machine’s signals told that is no number, as job or program: each change, the latest first, fifty at a time.',
    params: idParam,
    query: z.strictObject({
      /** Only this signal. */
      slot: queryInt(1, 999).optional(),
      /** `next` of the page before. */
      before: instant.optional(),
      beforeSlot: queryInt(0, 999).optional(),
    }),
    reply: textChangePage,
    errors: ['not_found'],
  },
})
