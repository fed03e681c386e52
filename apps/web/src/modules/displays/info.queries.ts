import type { DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import { queryOptions } from '@tanstack/react-query'
import { api, download } from '../../shared/api.ts'

export const infoQuery = queryOptions({
  queryKey: ['display', 'info'],
  queryFn: ({ signal }) => api('GET /api/display/info', { signal }),
})

export const placesQuery = queryOptions({
  queryKey: ['display', 'places'],
  queryFn: ({ signal }): Promise<DisplayPlaces> => api('GET /api/display/places', { signal }),
})

export const versionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['display', 'versions', page],
    queryFn: ({ signal }) => api('GET /api/display/info/versions', { query: { page, pageSize: 20 }, signal }),
  })

/** Versions are immutable: loaded once. */
export const versionQuery = (no: number | null) =>
  queryOptions({
    queryKey: ['display', 'version', no],
    queryFn: ({ signal }) =>
      api('GET /api/display/info/versions/:no', { params: { no: String(no) }, signal }),
    enabled: no !== null,
    staleTime: Infinity,
  })

/** A picture as an object URL for an image; a plain link could not send the token. */
export const pictureQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['display', 'picture', id],
    queryFn: async ({ signal }) => {
      const { blob } = await download('GET /api/display/pictures/:id/file', {
        params: { id: id ?? '' },
        signal,
      })
      return dataUrl(blob)
    },
    enabled: id !== null,
    staleTime: Infinity,
  })

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture cannot be read')))
    reader.readAsDataURL(blob)
  })
