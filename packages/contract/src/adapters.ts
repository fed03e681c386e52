import { z } from 'zod'
import { missReasons, otherNames } from './adapter-enums.ts'
import { endpoints, id, idParam, instant, listOf, listQuery, allowed, version } from './endpoint.ts'
import { text } from './enums.ts'

const path = z.string().trim().max(200)
const finite = z.number().min(-1e12).max(1e12)

/** A name that a make gives a value, and what it is here: `signal` = sent × factor + offset. */
const adapterSignal = z.strictObject({
  name: z.string().trim().min(1).max(128),
  signal: z.string().regex(/^[A-Za-z0-9_./-]{1,64}$/),
  factor: finite,
  offset: finite,
  /** Unit of what is sent, for people. */
  unit: text(20),
  /** Texts that stand for numbers: `RUN` = 3. */
  words: z.array(z.strictObject({ word: z.string().min(1).max(64), number: finite })).max(50),
})

/** How the messages of a make are read. Paths: `$` the message, `@` the record or the value, `~` the name of it. */
const mapping = {
  /** Topic with `+`, `#` and names in braces: `/sys/{product}/{device}/thing/event/property/post`. */
  pattern: z.string().trim().min(1).max(200),
  /** Null = whichever gateway. */
  gatewayId: id.nullable(),
  /** A record is one device at one instant. */
  recordsPath: path.min(1),
  /** Text with names of the pattern or paths in braces: `{device}`, `{$.node}`. */
  device: z.string().trim().min(1).max(200),
  /** In the record; empty = the time of arrival, or that of the value. */
  timePath: path,
  /** All values of a record. */
  valuesPath: path.min(1),
  /** In the value. */
  namePath: path.min(1),
  /** In the value; a value that is no object is itself. */
  valuePath: path.min(1),
  /** In the value; empty = all of a record are of one time. */
  valueTimePath: path,
  /** Errors that the gateway reports, in the record; empty = none. */
  errorsPath: path,
  /** Zone of times written without one, minutes ahead of UTC. */
  zoneMinutes: z.int().min(-840).max(840),
  /** Sent later, out of the gateway's store. */
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

/** One to begin with, of a make, with a message of it. */
export const shippedAdapter = z.object({
  /** The make, a word that the browser translates. */
  id: z.string(),
  topic: z.string(),
  sample: z.string(),
  ...mapping,
})
export type ShippedAdapter = z.output<typeof shippedAdapter>

const trialValue = z.object({
  device: z.string(),
  /** The machine that it is; null = not known, it would stand in the inbox. */
  machine: z.object({ id, code: z.string() }).nullable(),
  name: z.string(),
  signal: z.string(),
  /** Null = the machine is not known. */
  isSignalKnown: z.boolean().nullable(),
  /** A text: an alarm code. */
  value: z.union([z.number(), z.string()]),
  /** Unit of the signal; empty = none, or not known. */
  unit: z.string(),
  /** Null = the message does not say: it would be the time of arrival. */
  at: instant.nullable(),
  path: z.string(),
})
export const trial = z.object({
  /** Whether the topic is one of the pattern's. */
  isTopicOurs: z.boolean(),
  values: z.array(trialValue),
  misses: z.array(z.object({ path: z.string(), reason: z.enum(missReasons) })),
  /** Of all, also those beyond what is shown. */
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
      /** Of the adapter: the inbox knows devices by it. */
      code: z.string().max(64),
      mapping: adapterMapping,
      topic: z.string().max(200),
      sample: z.string().max(262_144),
    }),
    repeatable: true,
    reply: trial,
  },
})
