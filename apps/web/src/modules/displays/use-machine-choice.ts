import { useQuery } from '@tanstack/react-query'
import { placesQuery } from './screens.queries.ts'

/** Machines in use as options of a select; empty while they are not known. */
export function useMachineChoice(): readonly { readonly value: string; readonly label: string }[] {
  const { data } = useQuery(placesQuery)
  return data?.machines.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })) ?? []
}
