import { z } from 'zod'
import { endpoints, id, idParam, instant, listOf, listQuery, allowed } from '../endpoint.ts'
import { machineDocumentKinds } from '@cloud-factory/domain/machines/machine-document-enums'
import { text } from '../enums.ts'
import { documentTypes } from '@cloud-factory/domain/order-documents/document-types'

export const maxMachineDocumentBytes = 50 * 1024 * 1024

/** One version of a document; a file with the same name is its next version. */
export const machineDocumentRow = z.object({
  id,
  machineId: id,
  name: z.string(),
  /** From 1; the highest is the current version. */
  no: z.int().min(1),
  kind: z.enum(machineDocumentKinds),
  type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  addedAt: instant,
  addedBy: z.string(),
  retired: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  can: z.object({ retire: allowed }),
})
export type MachineDocumentRow = z.output<typeof machineDocumentRow>

export const machineDocumentsApi = endpoints({
  'GET /api/machines/:id/documents': {
    summary: 'Documents of a machine, each as it is now; with `all` every version, retired ones too.',
    permission: 'equipment.view',
    params: idParam,
    query: listQuery(['name', 'addedAt']).extend({ all: z.enum(['true']).optional() }),
    reply: listOf(machineDocumentRow).extend({ can: z.object({ add: allowed }) }),
    errors: ['not_found'],
  },
  'POST /api/machines/:id/documents': {
    summary: 'Adds files to a machine; a file named like a document becomes its next version.',
    permission: 'equipment.edit',
    params: idParam,
    upload: { field: 'files', maxBytes: maxMachineDocumentBytes, maxFiles: 10 },
    body: z.strictObject({ kind: z.enum(machineDocumentKinds) }),
    status: 201,
    reply: z.object({ items: z.array(machineDocumentRow) }),
    errors: ['not_found', 'state.refused', 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'POST /api/machine-documents/:id/retire': {
    summary: 'Takes a document out of use; its versions stay.',
    permission: 'equipment.edit',
    params: idParam,
    body: z.strictObject({ reason: text(500).min(1) }),
    reply: machineDocumentRow,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/machine-documents/:id/file': {
    summary: 'The file of one version.',
    permission: 'equipment.view',
    params: idParam,
    reply: 'file',
    produces: documentTypes,
    errors: ['not_found'],
  },
})
