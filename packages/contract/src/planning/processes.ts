import { z } from 'zod'
import { endpoints, id, idParam, listOf, listQuery, allowed, queryVersion, version } from '../endpoint.ts'
import { markKinds } from '@cloud-factory/domain/orders/order-statuses'
import { code, text } from '../enums.ts'

export const processUnits = ['piece', 'kg', 'm', 'm2'] as const
/** `work` is reported by people; packing, dispatch and receipt are recorded by package and delivery. */
export const processKinds = ['work', 'pack', 'ship', 'receive'] as const
export const processGates = ['none', 'self', 'inspect', 'hold'] as const
/** The statuses that a piece gets from a process. */
export const givenStatuses = ['accepted', 'coated'] as const

/** Why a part of the plan cannot be changed: values of `can`, params of `state.refused`, reasons of fields. */
export const planReasons = [
  'permission.denied',
  'in_use',
  'route.in_use',
  'route.steps_order',
  'route.no_work',
  'route.inactive_process',
  'route.kind_taken',
  'shift.overlaps',
  'shift.no_length',
  'weights.not_100',
] as const
export type PlanReason = (typeof planReasons)[number]

/** A name in the three languages of the product; a screen shows the user's language. */
export const names = z.strictObject({ zh: text(60).min(1), en: text(60).min(1), es: text(60).min(1) })
export type Names = z.output<typeof names>

/** Share of progress in per cent, at most three decimals. */
const weight = z.number().min(0).max(100).multipleOf(0.001)
/** Time of day in the plant's time zone. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const can = z.object({ edit: allowed, delete: allowed })

const processInput = {
  code,
  names,
  /** Position in lists and columns, from 0. */
  position: z.int().min(0).max(999),
  unit: z.enum(processUnits),
  kind: z.enum(processKinds),
  gate: z.enum(processGates),
  gives: z.enum(givenStatuses).nullable(),
  /** Initial share of progress in a new project. */
  weight,
  equipmentClass: text(40).nullable(),
  /** Shown on the boards of the workshop. */
  onBoard: z.boolean(),
  active: z.boolean(),
}
export const processRow = z.object({ id, ...processInput, version, can })
export type ProcessRow = z.output<typeof processRow>

const routeInput = {
  code,
  names,
  /** Marks of these kinds get this route by default. */
  kinds: z.array(z.enum(markKinds)).max(markKinds.length),
  active: z.boolean(),
  /** Processes in order. */
  processIds: z.array(id).min(1).max(40),
}
export const routeRow = z.object({
  id,
  ...routeInput,
  /** Marks with this route, counted up to 10 000. */
  marks: z.int(),
  version,
  /** `steps`: whether its processes can change; not while a released order uses it. */
  can: z.object({ edit: allowed, steps: allowed, delete: allowed }),
})
export type RouteRow = z.output<typeof routeRow>

const workshopInput = { code, name: text(60).min(1), active: z.boolean() }
export const workshopRow = z.object({ id, ...workshopInput, crews: z.int(), version, can })
export type WorkshopRow = z.output<typeof workshopRow>

const crewInput = { code, name: text(60).min(1), workshopId: id, active: z.boolean() }
export const crewRow = z.object({ id, ...crewInput, workshop: z.string(), version, can })
export type CrewRow = z.output<typeof crewRow>

const shiftInput = { code, names, startsAt: timeOfDay, endsAt: timeOfDay, active: z.boolean() }
export const shiftRow = z.object({ id, ...shiftInput, version, can })
export type ShiftRow = z.output<typeof shiftRow>

export const projectWeights = z.object({
  projectId: id,
  /** All active processes, and inactive ones that still have a share. The project's own shares add up to 100. */
  items: z.array(z.object({ processId: id, weight })),
  /** False while the project has no shares of its own and shows the initial ones. */
  own: z.boolean(),
  version,
  can: z.object({ edit: allowed }),
})
export type ProjectWeights = z.output<typeof projectWeights>

const removal = {
  permission: 'production.edit',
  params: idParam,
  query: z.strictObject({ version: queryVersion }),
  reply: null,
  errors: ['not_found', 'in_use', 'version.conflict'],
} as const
const listed = { permission: 'order.view', query: listQuery(['code']) } as const
const added = { permission: 'production.edit', status: 201 } as const
const changed = { permission: 'production.edit', params: idParam } as const

export const processesApi = endpoints({
  'GET /api/processes': { ...listed, summary: 'Processes in the order of work.', reply: listOf(processRow) },
  'POST /api/processes': {
    ...added,
    summary: 'Adds a process.',
    body: z.strictObject(processInput),
    reply: processRow,
    errors: ['duplicate'],
  },
  'PATCH /api/processes/:id': {
    ...changed,
    summary: 'Changes a process.',
    body: z.strictObject({ version, ...processInput }),
    reply: processRow,
    errors: ['not_found', 'duplicate', 'version.conflict', 'in_use'],
  },
  'DELETE /api/processes/:id': { ...removal, summary: 'Deletes a process that nothing uses.' },

  'GET /api/routes': { ...listed, summary: 'Process routes.', reply: listOf(routeRow) },
  'POST /api/routes': {
    ...added,
    summary: 'Adds a process route.',
    body: z.strictObject(routeInput),
    reply: routeRow,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'PATCH /api/routes/:id': {
    ...changed,
    summary: 'Changes a process route; its steps only while no released order works by it.',
    body: z.strictObject({ version, ...routeInput }),
    reply: routeRow,
    errors: ['not_found', 'duplicate', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/routes/:id': { ...removal, summary: 'Deletes a process route that no mark takes.' },

  'GET /api/workshops': { ...listed, summary: 'Workshops.', reply: listOf(workshopRow) },
  'POST /api/workshops': {
    ...added,
    summary: 'Adds a workshop.',
    body: z.strictObject(workshopInput),
    reply: workshopRow,
    errors: ['duplicate'],
  },
  'PATCH /api/workshops/:id': {
    ...changed,
    summary: 'Changes a workshop.',
    body: z.strictObject({ version, ...workshopInput }),
    reply: workshopRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'DELETE /api/workshops/:id': { ...removal, summary: 'Deletes a workshop that nothing uses.' },

  'GET /api/crews': { ...listed, summary: 'Crews.', reply: listOf(crewRow) },
  'POST /api/crews': {
    ...added,
    summary: 'Adds a crew.',
    body: z.strictObject(crewInput),
    reply: crewRow,
    errors: ['not_found', 'duplicate'],
  },
  'PATCH /api/crews/:id': {
    ...changed,
    summary: 'Changes a crew.',
    body: z.strictObject({ version, ...crewInput }),
    reply: crewRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'DELETE /api/crews/:id': { ...removal, summary: 'Deletes a crew that nothing uses.' },

  'GET /api/shifts': { ...listed, summary: 'Shifts of a working day.', reply: listOf(shiftRow) },
  'POST /api/shifts': {
    ...added,
    summary: 'Adds a shift.',
    body: z.strictObject(shiftInput),
    reply: shiftRow,
    errors: ['duplicate', 'state.refused'],
  },
  'PATCH /api/shifts/:id': {
    ...changed,
    summary: 'Changes a shift; shifts of a day may not overlap.',
    body: z.strictObject({ version, ...shiftInput }),
    reply: shiftRow,
    errors: ['not_found', 'duplicate', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/shifts/:id': { ...removal, summary: 'Deletes a shift that no report falls into.' },
})

export const projectWeightsApi = endpoints({
  'GET /api/projects/:id/weights': {
    permission: 'order.view',
    summary: 'Share of each process in a project’s progress.',
    params: idParam,
    reply: projectWeights,
    errors: ['not_found'],
  },
  'PUT /api/projects/:id/weights': {
    permission: 'production.edit',
    summary: 'Sets the share of each process in a project’s progress; they must sum to 100.',
    params: idParam,
    /** `version` is the project's. Absent processes weigh 0. */
    body: z.strictObject({
      version,
      items: z
        .array(z.strictObject({ processId: id, weight }))
        .min(1)
        .max(100),
    }),
    reply: projectWeights,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
})
