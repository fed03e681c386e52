import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, download, type Sent } from '../../shared/api.ts'
import { saveFile } from '../../shared/receive-file.ts'
import { importQuery } from './imports.queries.ts'

export type Sample = Answer<'GET /api/imports/:id/sample'>
type Reading = Sent<'POST /api/imports/:id/read'>['body']

export const sampleQuery = (view: Pick<ImportView, 'id' | 'status'>) =>
  queryOptions({
    // Read again it is another one.
    queryKey: ['orders', 'import', view.id, 'sample', view.status],
    queryFn: ({ signal }) => api('GET /api/imports/:id/sample', { params: { id: view.id }, signal }),
  })

/** Reads the files in another way; the page then follows the reading. */
export function useReadAgain(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Reading) => api('POST /api/imports/:id/read', { params: { id }, body }),
    onSuccess: async (view: ImportView) => {
      client.removeQueries({ queryKey: ['orders', 'import', id] })
      client.setQueryData(importQuery(id).queryKey, view)
      await client.invalidateQueries({ queryKey: ['orders', 'imports'] })
    },
  })
}

export const useImportFile = (id: string) =>
  useMutation({
    mutationFn: async (position: number) =>
      saveFile(
        await download('GET /api/imports/:id/files/:position', {
          params: { id, position: String(position) },
        }),
      ),
  })

export const useTemplate = () =>
  useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') =>
      saveFile(await download('GET /api/import-template', { query: { format } })),
  })
