import { maxGroupRules, ruleTimes, screenGroups } from '@cloud-factory/domain/displays/group-resource'
import { z } from 'zod'
import { allowed, endpoints, id, version } from '../endpoint.ts'
import { names } from '../planning/processes.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

const groupRule = z
  .strictObject({ at: z.enum(ruleTimes), shiftId: id.nullable(), screenId: id.nullable() })
  .refine(({ at, shiftId }) => (at === 'shift') === (shiftId !== null), 'required')

const groupRow = z.object({
  id,
  ...fieldSchemas(screenGroups, { schedule: z.array(groupRule).max(maxGroupRules) }),
  /** By its schedule, or its own; null: each TV shows its own. */
  screen: names.nullable(),
  /** Its TVs are dark now. */
  dark: z.boolean(),
  devices: z.int(),
  online: z.int(),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})

export type GroupRow = z.output<typeof groupRow>

const groupEndpoints = resourceEndpoints(screenGroups, {
  row: groupRow,
  // Its screens.
  createErrors: ['not_found'],
  summary: {
    list: 'Groups of TVs, and how many of their TVs are online.',
    create: 'Adds a group of TVs.',
    update:
      'Changes a group: its name, the screen that its TVs show, at which times they show another or are dark, and whether they show different pages.',
    delete: 'Deletes a group that has no TVs.',
  },
})
const groupList = groupEndpoints['GET /api/screen-groups']

/** Groups of TVs. */
export const screenGroupsApi = endpoints({
  ...groupEndpoints,
  'GET /api/screen-groups': {
    ...groupList,
    permission: undefined,
    permissionOr: ['display.set', 'display.view'],
  },
})
