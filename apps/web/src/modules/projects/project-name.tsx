import { useQuery } from '@tanstack/react-query'
import { projectQuery } from './projects.queries.ts'

/** A project by its id, as people name it. */
export function ProjectName({ id }: { readonly id: string }) {
  const { data } = useQuery(projectQuery(id))
  return data === undefined ? `#${id}` : `${data.code} ${data.name}`
}
