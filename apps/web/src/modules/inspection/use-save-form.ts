import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useState } from 'react'
import { api, type Sent } from '../../shared/api.ts'
import { useInspectionsChanged, useKnownInspection } from './inspections.queries.ts'

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
