import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useState } from 'react'
import { api, type Sent, type Answer } from '../../shared/api.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'

type Body = NonNullable<Sent<'PATCH /api/inspections/:id'>['body']>

/** Saves sizes, locations or the note of an inspection; omitted fields stay unchanged. Returns whether it is saved. */
export function useSaveForm(form: InspectionForm) {
  const known = useKnownInspection()
  const reload = useInspectionsChanged()
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const save = async (change: Partial<Body>): Promise<boolean> => {
    const { id, version, sizes, note } = form
    setBusy(true)
    setError(null)
    try {
      const body = { version, sizes, places: [], note, ...change }
      known(await api('PATCH /api/inspections/:id', { params: { id }, body }))
      return true
    } catch (failure) {
      setError(failure)
      void reload()
      return false
    } finally {
      setBusy(false)
    }
  }
  return { save, error, busy }
}

type Query<K extends 'GET /api/inspections' | 'GET /api/due-inspections'> = NonNullable<Sent<K>['query']>

export const inspectionsQuery = (query: Query<'GET /api/inspections'>) =>
  queryOptions({
    queryKey: ['quality', 'inspections', query],
    queryFn: ({ signal }) => api('GET /api/inspections', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const inspectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality', 'inspection', id],
    queryFn: ({ signal }) => api('GET /api/inspections/:id', { params: { id }, signal }),
  })

/** Items that can be added to a form; always reloaded, because others may have added some. */
export const optionalItemsQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality', 'optional-items', id],
    queryFn: ({ signal }) => api('GET /api/inspections/:id/optional-items', { params: { id }, signal }),
    staleTime: 0,
  })

export const dueQuery = (query: Query<'GET /api/due-inspections'>) =>
  queryOptions({
    queryKey: ['quality', 'due', query],
    queryFn: ({ signal }) => api('GET /api/due-inspections', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const gatePlansQuery = queryOptions({
  queryKey: ['quality', 'gate-plans'],
  queryFn: ({ signal }) => api('GET /api/gate-plans', { signal }),
})

/** Instruments that may be measured with. */
export const instrumentsQuery = queryOptions({
  queryKey: ['quality', 'instruments', 'in-use'],
  queryFn: ({ signal }) => api('GET /api/instruments', { query: { active: 'true', pageSize: 200 }, signal }),
  staleTime: 60_000,
})

/** Called after anything of inspections was changed: lists and what is due ask again; orders too, their gates moved. */
export function useInspectionsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    void client.invalidateQueries({ queryKey: ['orders'] })
    await client.invalidateQueries({ queryKey: ['quality'] })
  }
}

/** Stores a form from a response in the cache of its page. */
export function useKnownInspection(): (form: Answer<'GET /api/inspections/:id'>) => void {
  const client = useQueryClient()
  return (form) => client.setQueryData(inspectionQuery(form.id).queryKey, form)
}
