import { z } from 'zod'
import { endpoints, id, idParam, allowed, queryVersion, version } from '../endpoint.ts'
import { names } from '../planning/processes.ts'
import { code } from '../enums.ts'

const defectInput = {
  code,
  names,
  /** Its group; null: it is a group itself. */
  parentId: id.nullable(),
  position: z.int().min(0).max(9999),
  active: z.boolean(),
}
export const defectRow = z.object({
  id,
  ...defectInput,
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type DefectRow = z.output<typeof defectRow>

/** Defects by which non-conformances are classified: groups, and the defects of each. */
export const defectsApi = endpoints({
  'GET /api/defects': {
    permission: 'quality.view',
    summary: 'The tree of defects.',
    reply: z.object({ items: z.array(defectRow), can: z.object({ add: allowed }) }),
  },
  'POST /api/defects': {
    permission: 'quality.judge',
    summary: 'Adds a defect or a group of them.',
    body: z.strictObject(defectInput),
    status: 201,
    reply: defectRow,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'PATCH /api/defects/:id': {
    permission: 'quality.judge',
    params: idParam,
    summary: 'Changes a defect; reports keep the code they were raised with.',
    body: z.strictObject({ version, ...defectInput }),
    reply: defectRow,
    errors: ['not_found', 'version.conflict', 'state.refused', 'duplicate'],
  },
  'DELETE /api/defects/:id': {
    permission: 'quality.judge',
    params: idParam,
    summary: 'Deletes a defect that no report names.',
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict', 'in_use'],
  },
})
