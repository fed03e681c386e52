import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, type Sent } from '../../shared/api.ts'

export const subcontractsQuery = (query: NonNullable<Sent<'GET /api/subcontracts'>['query']>) =>
  queryOptions({
    queryKey: ['subcontract', 'list', query],
    queryFn: ({ signal }) => api('GET /api/subcontracts', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const subcontractQuery = (id: string) =>
  queryOptions({
    queryKey: ['subcontract', 'one', id],
    queryFn: ({ signal }) => api('GET /api/subcontracts/:id', { params: { id }, signal }),
  })

type PiecesQuery = NonNullable<Sent<'GET /api/subcontracts/:id/pieces'>['query']>

export const outsidePiecesQuery = (id: string, query: PiecesQuery) =>
  queryOptions({
    queryKey: ['subcontract', 'pieces', id, query],
    queryFn: ({ signal }) => api('GET /api/subcontracts/:id/pieces', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

type Pieces = Answer<'GET /api/subcontracts/:id/pieces'>['items']

const pageSize = 200
const maxPages = 20

/** All pieces of a subcontract, or those in some statuses, or those that went out on a day. */
export const allOutsideQuery = (id: string, query: Pick<PiecesQuery, 'status' | 'sentOn'>) =>
  queryOptions({
    queryKey: ['subcontract', 'pieces', id, 'all', query],
    queryFn: async ({ signal }): Promise<Pieces> => {
      const items: Pieces = []
      for (let page = 1; page <= maxPages; page += 1) {
        const found = await api('GET /api/subcontracts/:id/pieces', {
          params: { id },
          query: { ...query, page, pageSize },
          signal,
        })
        items.push(...found.items)
        if (items.length >= found.total || found.items.length === 0) break
      }
      return items
    },
  })

/** Pieces of an order that wait for a process. */
export const readyQuery = (query: NonNullable<Sent<'GET /api/ready-pieces'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'ready', query],
    queryFn: ({ signal }) => api('GET /api/ready-pieces', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Refetches what work outside changes: subcontracts, pieces and progress of orders, costs. */
export function useSubcontractChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['subcontract'], ['orders'], ['cost', 'costs']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}
