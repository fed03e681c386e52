import { z } from 'zod'
import {
  crews,
  processes,
  processRoutes,
  shifts,
  workshops,
} from '@cloud-factory/domain/planning/planning-resources'
import { endpoints, id, idParam, allowed, version } from '../endpoint.ts'
import { namesOf } from '../enums.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

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
export const names = namesOf(60)
export type Names = z.output<typeof names>

/** Share of progress in per cent, at most three decimals. */
const weight = z.number().min(0).max(100).multipleOf(0.001)

const can = z.object({ edit: allowed, delete: allowed })

export const processRow = z.object({ id, ...fieldSchemas(processes), version, can })
export type ProcessRow = z.output<typeof processRow>

export const routeRow = z.object({
  id,
  ...fieldSchemas(processRoutes),
  /** Marks with this route, counted up to 10 000. */
  marks: z.int(),
  version,
  /** `steps`: whether its processes can change; not while a released order uses it. */
  can: z.object({ edit: allowed, steps: allowed, delete: allowed }),
})
export type RouteRow = z.output<typeof routeRow>

export const workshopRow = z.object({ id, ...fieldSchemas(workshops), crews: z.int(), version, can })
export type WorkshopRow = z.output<typeof workshopRow>

export const crewRow = z.object({ id, ...fieldSchemas(crews), workshop: z.string(), version, can })
export type CrewRow = z.output<typeof crewRow>

export const shiftRow = z.object({ id, ...fieldSchemas(shifts), version, can })
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

export const processesApi = endpoints({
  ...resourceEndpoints(processes, {
    row: processRow,
    summary: {
      list: 'Processes in the order of work.',
      create: 'Adds a process.',
      update: 'Changes a process.',
      delete: 'Deletes a process that nothing uses.',
    },
    updateErrors: ['in_use'],
  }),
  ...resourceEndpoints(processRoutes, {
    row: routeRow,
    summary: {
      list: 'Process routes.',
      create: 'Adds a process route.',
      update: 'Changes a process route; its steps only while no released order works by it.',
      delete: 'Deletes a process route that no mark takes.',
    },
    createErrors: ['not_found', 'state.refused'],
    updateErrors: ['state.refused'],
  }),
  ...resourceEndpoints(workshops, {
    row: workshopRow,
    summary: {
      list: 'Workshops.',
      create: 'Adds a workshop.',
      update: 'Changes a workshop.',
      delete: 'Deletes a workshop that nothing uses.',
    },
  }),
  ...resourceEndpoints(crews, {
    row: crewRow,
    summary: {
      list: 'Crews.',
      create: 'Adds a crew.',
      update: 'Changes a crew.',
      delete: 'Deletes a crew that nothing uses.',
    },
    createErrors: ['not_found'],
  }),
  ...resourceEndpoints(shifts, {
    row: shiftRow,
    summary: {
      list: 'Shifts of a working day.',
      create: 'Adds a shift.',
      update: 'Changes a shift; shifts of a day may not overlap.',
      delete: 'Deletes a shift that no report falls into.',
    },
    createErrors: ['state.refused'],
    updateErrors: ['state.refused'],
  }),
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
