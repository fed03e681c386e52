import { z } from 'zod'
import { allowed, day, endpoints, id, idParam, instant, version } from '../endpoint.ts'
import { kg, text } from '../enums.ts'
import { memberDays, modelMember, modelStates, stateSum } from '../model/models.ts'
import { releasedDossier } from '../quality-documents/quality-documents.ts'
import { processCount } from '../orders/order-progress.ts'
import { names } from '../planning/processes.ts'
import { maxLinkDays } from '@cloud-factory/domain/customer-links/customer-links'
import { maskings } from '@cloud-factory/domain/displays/display-enums'
import { inspectionStages, inspectionVerdicts } from '@cloud-factory/domain/inspection/quality-enums'
import { customerColourings } from '@cloud-factory/domain/model/member-states'
import { orderStatuses } from '@cloud-factory/domain/orders/order-statuses'

export const customerLink = z.object({
  id,
  /** The customer's person who has it. */
  name: z.string(),
  /** How names of the factory's people are shown there. */
  masking: z.enum(maskings),
  state: z.enum(['open', 'expired', 'revoked']),
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  createdAt: instant,
  createdBy: z.string(),
  version,
  can: z.object({ extend: allowed, revoke: allowed }),
})
export type CustomerLink = z.output<typeof customerLink>

const days = z.int().min(1).max(maxLinkDays)
const versioned = z.strictObject({ version })
// A link shows quality as well as orders: nobody passes on what they may not see themselves.
const links = { permissionAnd: ['order.edit', 'order.view', 'quality.view'] } as const

/** Customers' links of a project, for the factory. */
export const customerLinksApi = endpoints({
  'GET /api/projects/:id/customer-links': {
    ...links,
    summary: "Customers' links of a project, the newest first, and the released dossiers of its orders.",
    params: idParam,
    reply: z.object({
      items: z.array(customerLink),
      orders: z.array(
        z.object({ id, no: z.string(), name: z.string(), dossier: releasedDossier.nullable() }),
      ),
    }),
    errors: ['not_found'],
  },
  'POST /api/projects/:id/customer-links': {
    ...links,
    summary: 'Creates a link by which a customer sees one project. Code and password are returned this once.',
    params: idParam,
    body: z.strictObject({ name: text(120).min(1), masking: z.enum(maskings), days }),
    status: 201,
    returnsSecret: true,
    reply: z.object({ link: customerLink, code: z.string(), password: z.string() }),
    errors: ['not_found', 'server.busy'],
  },
  'POST /api/customer-links/:id/extend': {
    ...links,
    summary: "Sets how many days from now a customer's link stays open.",
    params: idParam,
    body: versioned.extend({ days }),
    reply: customerLink,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/customer-links/:id/revoke': {
    ...links,
    summary: "Revokes a customer's link; its sessions end with it.",
    params: idParam,
    body: versioned,
    reply: customerLink,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
})

const customerOrder = z.object({
  id,
  no: z.string(),
  name: z.string(),
  status: z.enum(orderStatuses),
  dueOn: day.nullable(),
  pieces: z.int(),
  kg,
  /** Weighted by tonnes, from 0 to 1. */
  progress: z.number(),
  byProcess: z.array(processCount),
  hasModel: z.boolean(),
})
export type CustomerOrder = z.output<typeof customerOrder>

/** An inspection to which the customer is invited. */
export const invitation = z.object({
  id,
  no: z.string(),
  stage: z.enum(inspectionStages),
  orderNo: z.string(),
  mark: z.string(),
  pieces: z.int(),
  /** Masked as the link says. */
  inspector: z.string(),
  onDay: day,
  note: z.string(),
  /** Null until the inspection is locked. */
  verdict: z.enum(inspectionVerdicts).nullable(),
  answer: z.enum(['accepted', 'declined']).nullable(),
  answerDay: day.nullable(),
  answerNote: z.string(),
  signedAt: instant.nullable(),
  signedBy: z.string().nullable(),
  can: z.object({ answer: allowed, sign: allowed }),
})
export type Invitation = z.output<typeof invitation>

const view = { permission: 'customer.view' } as const
const colouring = z.enum(customerColourings)

/** What a customer reaches: the project of their link, and nothing else. */
export const customerApi = endpoints({
  'POST /api/customer/session': {
    permission: 'customer.open',
    summary: "Opens a customer's link, whose code is the token of this request, with its password.",
    body: z.strictObject({ password: z.string().max(200) }),
    returnsSecret: true,
    reply: z.object({ token: z.string(), expiresAt: instant }),
    errors: ['signin.failed', 'rate.limited', 'server.busy'],
  },
  'DELETE /api/customer/session': { ...view, summary: 'Ends the session of a customer.', reply: null },
  'GET /api/customer/project': {
    ...view,
    summary: 'The project of the link.',
    reply: z.object({
      name: z.string(),
      code: z.string(),
      customer: z.string(),
      factory: z.string(),
      /** Time zone of the factory, IANA. */
      timeZone: z.string(),
      /** The customer's person who has the link. */
      person: z.string(),
      startsOn: day.nullable(),
      endsOn: day.nullable(),
      expiresAt: instant,
      processes: z.array(z.object({ id, names })),
      orders: z.array(customerOrder),
    }),
  },
  'GET /api/customer/orders/:id/model': {
    ...view,
    summary: 'The model of an order in use, with the states of its members.',
    params: idParam,
    reply: z.object({
      id,
      chunks: z.array(z.object({ bytes: z.int(), parts: z.int() })),
      members: z.array(modelMember),
      states: z.record(colouring, modelStates.shape.states.valueType),
      sums: z.record(colouring, z.array(stateSum)),
    }),
    errors: ['not_found'],
  },
  'GET /api/customer/orders/:id/model-days': {
    ...view,
    summary: 'The days on which the pieces of an order reached their states; plans are not shown.',
    params: idParam,
    reply: memberDays,
    errors: ['not_found'],
  },
  'GET /api/customer/models/:id/chunks/:position': {
    ...view,
    summary: 'A portion of the geometry of a model, compressed with gzip.',
    params: idParam.extend({ position: z.string().regex(/^[0-9]{1,5}$/) }),
    reply: 'file',
    produces: ['application/gzip'],
    errors: ['not_found'],
  },
  'GET /api/customer/invitations': {
    ...view,
    summary: 'Inspections of the project to which the customer is invited, the latest day first.',
    reply: z.object({ items: z.array(invitation) }),
  },
  'PUT /api/customer/invitations/:id/answer': {
    ...view,
    summary: 'Accepts an invitation to an inspection for a day, or declines it.',
    params: idParam,
    body: z.strictObject({
      answer: z.enum(['accepted', 'declined']),
      /** When the customer comes; null: does not, or as invited. */
      day: day.nullable(),
      note: text(500),
    }),
    reply: invitation,
    errors: ['not_found', 'state.refused'],
  },
  'PUT /api/customer/invitations/:id/signature': {
    ...view,
    summary: 'Signs the locked result of an inspection that the customer witnessed.',
    params: idParam,
    body: z.strictObject({ name: text(120).min(1) }),
    reply: invitation,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/customer/dossiers': {
    ...view,
    summary: 'Dossiers that were released to the customer.',
    reply: z.object({ items: z.array(releasedDossier) }),
  },
  'GET /api/customer/dossiers/:id/file': {
    ...view,
    summary: 'A released dossier as PDF, as it was when it was released.',
    params: idParam,
    reply: 'file',
    produces: ['application/pdf'],
    errors: ['not_found'],
  },
})
