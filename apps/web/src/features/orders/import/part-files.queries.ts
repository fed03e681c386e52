import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../../../shared/api.ts'

export type PartRow = Answer<'GET /api/imports/:id/parts'>['items'][number]
export type PartState = PartRow['state']

export const importPartsQuery = (id: string, state: PartState | undefined, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['orders', 'import', id, 'parts', state ?? 'all', page, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/imports/:id/parts', { params: { id }, query: { state, page, pageSize }, signal }),
    placeholderData: (before) => before,
  })
