import { z } from 'zod'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryWords,
  version,
} from '../endpoint.ts'
import { faultReasons, gatewayStates, inboxStatuses } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { text } from '../enums.ts'

/** The name a gateway signs in with. */
const gatewayCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
const gatewayInput = {
  code: gatewayCode,
  name: text(60),
  /** Filters of topics it may publish to; each names its first level: `sf/v1/main/weld/#`. */
  topics: z.array(z.string().trim().min(1).max(200)).min(1).max(20),
  active: z.boolean(),
}
export const gatewayRow = z.object({
  id,
  ...gatewayInput,
  lastSeenAt: instant.nullable(),
  lastAddress: z.string(),
  messages: z.int(),
  /** Sign-ins with a wrong secret, and messages to topics that it may not use. */
  denied: z.int(),
  secretAt: instant,
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed }),
})
export type GatewayRow = z.output<typeof gatewayRow>

/** Shown once: the server stores only its hash. */
const withSecret = z.object({ gateway: gatewayRow, secret: z.string() })

export const inboxRow = z.object({
  id,
  /** `site/line/device` of a native topic. */
  deviceKey: z.string(),
  status: z.enum(inboxStatuses),
  machine: z.object({ id, code: z.string() }).nullable(),
  messages: z.int(),
  firstAt: instant,
  lastAt: instant,
  topic: z.string(),
  sample: z.string(),
  version,
  can: z.object({ decide: allowed }),
})
export type InboxRow = z.output<typeof inboxRow>

export const faultReport = z.object({
  /** By gateway and reason, most recent first, at most 200. */
  faults: z.array(
    z.object({ origin: z.string(), reason: z.enum(faultReasons), count: z.int(), lastAt: instant }),
  ),
  /** The most recent messages, at most 100, each cut at 2 kB. */
  samples: z.array(
    z.object({
      id,
      at: instant,
      origin: z.string(),
      reason: z.enum(faultReasons),
      topic: z.string(),
      sample: z.string(),
    }),
  ),
  /** Machines whose clock is wrong by two seconds or more. */
  clocks: z.array(z.object({ machineId: id, code: z.string(), offsetMs: z.int(), heardAt: instant })),
})
export type FaultReport = z.output<typeof faultReport>

export const brokerState = z.object({
  /** `embedded`: in this process. `outer`: an external broker, which manages its own credentials. */
  kind: z.enum(['embedded', 'outer']),
  /** Port of the embedded broker. */
  port: z.int().nullable(),
  /** Another instance is the leader; there are no figures here. */
  elsewhere: z.boolean(),
  connected: z.boolean(),
  /** Since this process started. */
  messages: z.int(),
  values: z.int(),
  duplicates: z.int(),
  faults: z.int(),
  waiting: z.int(),
})
export type BrokerState = z.output<typeof brokerState>

export const gatewaysApi = endpoints({
  'GET /api/gateways': {
    permission: 'equipment.view',
    summary: 'Gateways that may publish.',
    query: listQuery(['code', 'lastSeenAt']).extend({ state: queryWords(gatewayStates).optional() }),
    reply: listOf(gatewayRow),
  },
  'POST /api/gateways': {
    permission: 'equipment.edit',
    summary: 'Adds a gateway; the reply tells its secret, this once.',
    body: z.strictObject(gatewayInput),
    status: 201,
    returnsSecret: true,
    reply: withSecret,
    errors: ['duplicate'],
  },
  'PATCH /api/gateways/:id': {
    permission: 'equipment.edit',
    summary: 'Changes a gateway. One that is not active any more is cut off.',
    params: idParam,
    body: z.strictObject({ version, ...gatewayInput }),
    reply: gatewayRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'POST /api/gateways/:id/secret': {
    permission: 'equipment.edit',
    summary: 'Gives a gateway a new secret, shown only this once; the old one stops working immediately.',
    params: idParam,
    body: z.strictObject({ version }),
    returnsSecret: true,
    reply: withSecret,
    errors: ['not_found', 'version.conflict'],
  },
  'GET /api/gateways/mosquitto-acl': {
    permission: 'equipment.edit',
    summary: 'What active gateways may publish, as the ACL file of a Mosquitto.',
    reply: 'text',
  },
  'GET /api/telemetry/inbox': {
    permission: 'equipment.view',
    summary: 'Devices that send and are no machine.',
    query: listQuery(['lastAt']).extend({ status: queryWords(inboxStatuses).optional() }),
    reply: listOf(inboxRow),
  },
  'POST /api/telemetry/inbox/:id/adopt': {
    permission: 'equipment.edit',
    summary: 'Says which machine a device is; what it sends from now on is that machine’s.',
    params: idParam,
    body: z.strictObject({ version, machineId: id }),
    reply: inboxRow,
    errors: ['not_found', 'version.conflict'],
  },
  'POST /api/telemetry/inbox/:id/ignore': {
    permission: 'equipment.edit',
    summary: 'Puts a device aside: nothing more is counted of it.',
    params: idParam,
    body: z.strictObject({ version }),
    reply: inboxRow,
    errors: ['not_found', 'version.conflict'],
  },
  'POST /api/telemetry/inbox/:id/release': {
    permission: 'equipment.edit',
    summary: 'Takes back what was decided on a device.',
    params: idParam,
    body: z.strictObject({ version }),
    reply: inboxRow,
    errors: ['not_found', 'version.conflict'],
  },
  'GET /api/telemetry/faults': {
    permission: 'equipment.view',
    summary: 'What could not be taken, with samples, and clocks that are off.',
    reply: faultReport,
  },
  'GET /api/telemetry/broker': {
    permission: 'equipment.view',
    summary: 'How machines reach this server, and what came since it started.',
    reply: brokerState,
  },
})
