import { assignableRecordNames } from '@cloud-factory/domain/inbox/record-kinds'
import { z } from 'zod'
import { endpoints, id, listOf, version } from '../endpoint.ts'

/** The person to whom a record is assigned; null: nobody. Somebody who has left keeps what was assigned to them. */
export const assignee = z.object({ id, name: z.string() }).nullable()
export type Assignee = z.output<typeof assignee>

/** Body of a request that assigns a record; null: to nobody. */
export const assignment = z.strictObject({ version, assigneeId: id.nullable() })

/** Filter of a list: the records of one person, or those that are not assigned. */
export const assigneeFilter = z.union([id, z.literal('none')])

export const assigneesApi = endpoints({
  'GET /api/assignees/:kind': {
    permissionOr: ['order.view', 'quality.view', 'equipment.view'],
    summary:
      'People to whom records of a kind can be assigned, and those who only still have some, by name. The right to see the records is required.',
    params: z.strictObject({ kind: z.enum(assignableRecordNames) }),
    reply: listOf(
      z.object({
        id,
        name: z.string(),
        username: z.string(),
        /** Active, and may do the work. */
        assignable: z.boolean(),
      }),
    ),
  },
})
