import { type QueryKey, useQuery, type QueryFunction } from '@tanstack/react-query'
import { useState } from 'react'

interface Options<T> {
  readonly queryKey: QueryKey
  readonly queryFn: QueryFunction<T>
  readonly enabled?: boolean
}

/**
 * The first reply to a question whose answer fills a form. It is asked anew for each form and kept as long as the
 * form is mounted: a later reply, or its absence when a hidden tab is shown again, must not replace what was typed.
 */
export function useFirstReply<T>({ enabled = true, ...options }: Options<T>) {
  const [first, setFirst] = useState<{ readonly data: T }>()
  const { data, error, isLoading, refetch } = useQuery({
    ...options,
    enabled: enabled && first === undefined,
    staleTime: 0,
    gcTime: 0,
  })
  if (first === undefined && data !== undefined) setFirst({ data })
  return first === undefined
    ? { data, error, isLoading, refetch }
    : { ...first, error: null, isLoading: false, refetch }
}
