import { z } from 'zod'
import { severities } from '@cloud-factory/domain/alarms/alarm-enums'
import { endpoints, id, idParam, instant, queryInt, queryWords } from '../endpoint.ts'
import { signalKinds, signalRoles, valueQualities } from '@cloud-factory/domain/machines/equipment-enums'
import { names } from '../planning/processes.ts'
import { machineEventTypes, trendSpans } from '@cloud-factory/domain/telemetry/telemetry-enums'

/** Maximum number of signals in a trend, and maximum period in days. */
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
  /** null: never sent, reported as missing, or a text. */
  value: z.number().nullable(),
  /** The value when it is not a number: a text, all digits of a large number, a date in ISO 8601. */
  text: z.string().nullable(),
  quality: z.enum(valueQualities).nullable(),
  /** Time of measurement by the server's clock. */
  at: instant.nullable(),
  /** Ms since then; null: never sent. */
  ageMs: z.int().nullable(),
  /** The machine is offline, or silent for longer than its pace allows: the value is out of date. */
  stale: z.boolean(),
})
export type LiveSignal = z.output<typeof liveSignal>

export const machineSignals = z.object({
  id,
  code: z.string(),
  /** What its native topics begin with: `sf/v1/{site}/{line}/{code}`. */
  topic: z.string(),
  rateMs: z.int(),
  link: z
    .object({
      online: z.boolean(),
      /** It sends changes only: its values hold as long as the link does. */
      byException: z.boolean(),
      since: instant,
      heardAt: instant,
      firmware: z.string(),
      /** The profile that it reports, if that differs from the register; empty: the same, or not reported. */
      otherProfile: z.string(),
      /** Server's clock minus the machine's, ms; null: unknown. */
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
      /** Mean over the time of a point; null ends a line: no data until the next point. */
      mean: z.array(z.number().nullable()),
      low: z.array(z.number().nullable()),
      high: z.array(z.number().nullable()),
    }),
  ),
})
export type Trend = z.output<typeof trend>

export const machineEventRow = z.object({
  /** The gateway's id of the event; unique per machine. */
  id: z.string(),
  /** By the server's clock. */
  at: instant,
  /** When the server received it; later than `at` if it was stored while there was no link. */
  receivedAt: instant,
  type: z.enum(machineEventTypes),
  /** The machine's own code and text; empty: none. */
  code: z.string(),
  text: z.string(),
  severity: z.enum(severities).nullable(),
  /** Whether an alarm began (true) or ended; null: not reported. */
  on: z.boolean().nullable(),
  /** Further data that fit on one line. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type MachineEventRow = z.output<typeof machineEventRow>

export const machineEventPage = z.object({
  items: z.array(machineEventRow),
  /** Start of the next page; null: none. */
  next: z.object({ before: instant, beforeId: z.string() }).nullable(),
})
export type MachineEventPage = z.output<typeof machineEventPage>

export const textKinds = ['text', 'integer', 'date', 'null'] as const

/** A signal changed to a non-numeric value, or to another one. */
export const textChange = z.object({
  slot: z.int(),
  code: z.string(),
  names,
  /** By the server's clock. */
  at: instant,
  /** Until when it had this value, as far as is known. */
  until: instant,
  kind: z.enum(textKinds),
  /** A text, all digits of a large number, a date in ISO 8601; empty: reported as missing. */
  text: z.string(),
})
export type TextChange = z.output<typeof textChange>

export const textChangePage = z.object({
  items: z.array(textChange),
  /** Signals of the machine that have ever sent a text. */
  signals: z.array(z.object({ slot: z.int(), code: z.string(), names })),
  /** Start of the next page; null: none. */
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
      /** Slots of signals, separated by commas. */
      signals: slots,
      from: instant,
      to: instant,
      /** Width of the chart; the reply has at most twice as many points. */
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
      /** Exclusive. */
      to: instant.optional(),
      /** `next` of the previous page. */
      before: instant.optional(),
      beforeId: z.string().max(64).optional(),
    }),
    reply: machineEventPage,
    errors: ['not_found'],
  },
  'GET /api/machines/:id/texts': {
    permission: 'equipment.view',
    summary:
      'Values of a machine’s signals that are not numbers, such as job or program: each change, the latest first, fifty at a time.',
    params: idParam,
    query: z.strictObject({
      /** Only this signal. */
      slot: queryInt(1, 999).optional(),
      /** `next` of the previous page. */
      before: instant.optional(),
      beforeSlot: queryInt(0, 999).optional(),
    }),
    reply: textChangePage,
    errors: ['not_found'],
  },
})
