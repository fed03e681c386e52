import { useQueryClient } from '@tanstack/react-query'

/** Called after orders or projects changed: refreshes all views that show them. */
export function useOrdersChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['orders'] })
}
