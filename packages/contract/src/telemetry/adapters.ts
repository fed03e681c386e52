import { z } from 'zod'
import { missReasons, otherNames } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { endpoints, id, idParam, instant, listOf, listQuery, allowed, version } from '../endpoint.ts'
import { text } from '../enums.ts'

const path = z.string().trim().max(200)
const finite = z.number().min(-1e12).max(1e12)

/** A vendor's name for a value, and its meaning here: `signal` = sent × factor + offset. */
const adapterSignal = z.strictObject({
  name: z.string().trim().min(1).max(128),
  signal: z.string().regex(/^[A-Za-z0-9_./-]{1,64}$/),
  factor: finite,
  offset: finite,
  /** Unit of the sent value, for display. */
  unit: text(20),
  /** Texts that represent numbers: `RUN` = 3. */
  words: z.array(z.strictObject({ word: z.string().min(1).max(64), number: finite })).max(50),
})

/** How the messages of a vendor are read. Paths: `$` the message, `@` the record or the value, `~` its name. */
const mapping = {
  /** Topic with `+`, `#` and names in braces: `/sys/{product}/{device}/thing/event/property/post`. */
  pattern: z.string().trim().min(1).max(200),
  /** null: any gateway. */
  gatewayId: id.nullable(),
  /** A record is one device at one instant. */
  recordsPath: path.min(1),
  /** Text with names of the pattern or paths in braces: `{device}`, `{$.node}`. */
  device: z.string().trim().min(1).max(200),
  /** In the record; empty: the time of arrival, or that of the value. */
  timePath: path,
  /** All values of a record. */
  valuesPath: path.min(1),
  /** In the value. */
  namePath: path.min(1),
  /** In the value; a value that is not an object is the value itself. */
  valuePath: path.min(1),
  /** In the value; empty: all values of a record have one time. */
  valueTimePath: path,
  /** Errors that the gateway reports, in the record; empty = none. */
  errorsPath: path,
  /** Time zone of times without one, minutes ahead of UTC. */
  zoneMinutes: z.int().min(-840).max(840),
  /** Sent later from the gateway's store. */
  late: z.boolean(),
  otherNames: z.enum(otherNames),
  signals: z.array(adapterSignal).max(200),
}
export const adapterMapping = z.strictObject(mapping)
export type AdapterMapping = z.output<typeof adapterMapping>

const adapterInput = {
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,64}$/),
  name: text(60),
  active: z.boolean(),
  ...mapping,
}

export const adapterRow = z.object({
  id,
  ...adapterInput,
  gateway: z.string().nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed }),
})
export type AdapterRow = z.output<typeof adapterRow>

/** A template of a vendor, with a sample message. */
export const shippedAdapter = z.object({
  /** The vendor, a key that the browser translates. */
  id: z.string(),
  topic: z.string(),
  sample: z.string(),
  ...mapping,
})
export type ShippedAdapter = z.output<typeof shippedAdapter>

const trialValue = z.object({
  device: z.string(),
  /** The matching machine; null: unknown, the device would appear in the inbox. */
  machine: z.object({ id, code: z.string() }).nullable(),
  name: z.string(),
  signal: z.string(),
  /** null: the machine is unknown. */
  isSignalKnown: z.boolean().nullable(),
  /** A text is an alarm code. */
  value: z.union([z.number(), z.string()]),
  /** Unit of the signal; empty: none or unknown. */
  unit: z.string(),
  /** null: the message has no time; the time of arrival would be used. */
  at: instant.nullable(),
  path: z.string(),
})
export const trial = z.object({
  /** Whether the topic matches the pattern. */
  isTopicOurs: z.boolean(),
  values: z.array(trialValue),
  misses: z.array(z.object({ path: z.string(), reason: z.enum(missReasons) })),
  /** All values, including those beyond the shown ones. */
  valueCount: z.int(),
  missCount: z.int(),
})
export type Trial = z.output<typeof trial>

export const adaptersApi = endpoints({
  'GET /api/telemetry/adapters': {
    permission: 'equipment.view',
    summary: 'How messages of other makes are read.',
    query: listQuery(['code']),
    reply: listOf(adapterRow),
  },
  'GET /api/telemetry/adapter-templates': {
    permission: 'equipment.view',
    summary: 'Shipped adapters to begin with, each with a sample.',
    reply: listOf(shippedAdapter),
  },
  'POST /api/telemetry/adapters': {
    permission: 'equipment.edit',
    summary: 'Adds an adapter.',
    body: z.strictObject(adapterInput),
    status: 201,
    reply: adapterRow,
    errors: ['not_found', 'duplicate'],
  },
  'PATCH /api/telemetry/adapters/:id': {
    permission: 'equipment.edit',
    summary: 'Changes an adapter; within seconds messages are read by the new one.',
    params: idParam,
    body: z.strictObject({ version, ...adapterInput }),
    reply: adapterRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'POST /api/telemetry/adapters/trial': {
    permission: 'equipment.edit',
    summary: 'Reads a sample as an adapter would, and says what was understood. Nothing is kept.',
    body: z.strictObject({
      /** The adapter's code, by which the inbox identifies its devices. */
      code: z.string().max(64),
      mapping: adapterMapping,
      topic: z.string().max(200),
      sample: z.string().max(262_144),
    }),
    repeatable: true,
    reply: trial,
  },
})
