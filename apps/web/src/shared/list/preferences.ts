import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api, type Answer } from '../api.ts'
import { useSession } from '../session.ts'
import { fromStart } from '../start.ts'

type Preferences = Answer<'GET /api/me/preferences'>

interface Change {
  readonly value: unknown
  /** Whether the other preferences were known: otherwise they are read again. */
  readonly wasLoaded: boolean
}

/**
 * One stored preference of the signed-in person and a function to change it; null deletes it. The new value applies
 * at once and is stored in the background.
 * @returns the value, undefined when there is none or it is not loaded yet; its change; whether it is loaded
 */
export function usePreference(key: string): readonly [unknown, (value: unknown) => void, boolean] {
  const userId = useSession(({ user }) => user?.id)
  const queryKey = useMemo(() => ['me', 'preferences', userId], [userId])
  const client = useQueryClient()
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: () => fromStart('preferences', () => api('GET /api/me/preferences')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { mutate } = useMutation({
    // Stored in the order of the changes, so that the last one wins on the server too.
    scope: { id: `preference.${key}` },
    mutationFn: ({ value }: Change) =>
      api('PUT /api/me/preferences/:key', { params: { key }, body: { value: value as null } }),
    onSuccess: (_, { wasLoaded }) => (wasLoaded ? undefined : client.invalidateQueries({ queryKey })),
    onError: () => client.invalidateQueries({ queryKey }),
  })
  const store = useCallback(
    (value: unknown) => {
      const wasLoaded = client.getQueryData(queryKey) !== undefined
      // A response that is on its way would bring the old value back.
      void client.cancelQueries({ queryKey })
      // At once, so that a box shows its tick in the same moment.
      client.setQueryData<Preferences>(queryKey, (known) => ({ ...known, [key]: value }))
      mutate({ value, wasLoaded })
    },
    [client, queryKey, key, mutate],
  )
  return [data?.[key] ?? undefined, store, !isPending]
}
