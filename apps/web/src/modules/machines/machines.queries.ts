import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const machinesQuery = (query: NonNullable<Sent<'GET /api/machines'>['query']>) =>
  queryOptions({
    queryKey: ['equipment', 'machines', query],
    queryFn: ({ signal }) => api('GET /api/machines', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const machineQuery = (id: string) =>
  queryOptions({
    queryKey: ['equipment', 'machine', id],
    queryFn: ({ signal }) => api('GET /api/machines/:id', { params: { id }, signal }),
  })

export const profilesQuery = (query: NonNullable<Sent<'GET /api/machine-profiles'>['query']>) =>
  queryOptions({
    queryKey: ['equipment', 'profiles', query],
    queryFn: ({ signal }) => api('GET /api/machine-profiles', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['equipment', 'profile', id],
    queryFn: ({ signal }) => api('GET /api/machine-profiles/:id', { params: { id }, signal }),
  })

/** Called after anything of equipment was changed. */
export function useEquipmentChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['equipment'] })
}

export const machineByCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['equipment', 'machine', 'code', code],
    queryFn: ({ signal }) => api('GET /api/machine-codes/:code', { params: { code }, signal }),
  })

/** What the QR code of a machine holds: the address of its page for phones. */
export const machinePath = (code: string): string => `${window.location.origin}/equipment/at/${code}`
