import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { useInspectionsChanged, useKnownInspection } from './inspections.queries.ts'

/** Subject of a photo; omitted: no particular subject. */
export interface PhotoOf {
  readonly itemId?: string
  readonly pieceId?: string
}

/**
 * Adds photos to an inspection and removes them. `percent` is the upload progress, null without an
 * upload.
 */
export function usePhotos(id: string) {
  const known = useKnownInspection()
  const changed = useInspectionsChanged()
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const add = async (files: readonly File[], where: PhotoOf = {}) => {
    if (files.length === 0) return
    setError(null)
    setPercent(0)
    try {
      const upload = { field: 'files', files } as const
      const body = { ...where }
      known(
        await api('POST /api/inspections/:id/photos', {
          params: { id },
          body,
          upload,
          onProgress: setPercent,
        }),
      )
    } catch (failure) {
      setError(failure)
    } finally {
      setPercent(null)
    }
  }
  const remove = async (photo: string) => {
    setError(null)
    try {
      await api('DELETE /api/inspection-photos/:id', { params: { id: photo } })
    } catch (failure) {
      setError(failure)
    }
    await changed()
  }
  return { add, remove, percent, error }
}
