import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'
import { ListSelect } from '../../shared/list/list-select.tsx'
import type { List } from '../../shared/list/use-list-state.ts'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'

type ProjectsQuery = NonNullable<Sent<'GET /api/projects'>['query']>

export const projectStatusWords = ['active', 'closed'] as const

export const projectsQuery = (query: ProjectsQuery) =>
  queryOptions({
    queryKey: ['orders', 'projects', query],
    queryFn: ({ signal }) => api('GET /api/projects', { query, signal }),
    placeholderData: keepPreviousData,
  })

const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'project', id],
    queryFn: ({ signal }) => api('GET /api/projects/:id', { params: { id }, signal }),
  })

/** A project by its id, as people name it. */
export function ProjectName({ id }: { readonly id: string }) {
  const { data } = useQuery(projectQuery(id))
  return data === undefined ? `#${id}` : `${data.code} ${data.name}`
}

interface FieldProps {
  /** Id; empty: none. */
  readonly chosen: string
  readonly onChange: (id: string | undefined) => void
}

/** A field of a bar that chooses a project by typing part of its code or name. */
export function ProjectField({ chosen, onChange }: FieldProps) {
  const { t } = useTranslation()
  const [q, setQ] = useState<string | null>(null)
  const { options, searching } = useProjectOptions(chosen, q, false)
  return (
    <ListSelect
      label={t('common:field.project')}
      values={chosen === '' ? [] : [chosen]}
      options={options}
      search={setQ}
      busy={searching}
      onNear={() => setQ((now) => now ?? '')}
      onChange={([id]) => onChange(id)}
    />
  )
}

/** Narrows a list to one project. */
export const ProjectFilter = ({ list }: { readonly list: List }) => (
  <ProjectField
    chosen={list.state.filters['projectId'] ?? ''}
    onChange={(projectId) => list.filter({ projectId })}
  />
)

/**
 * Projects that match what is typed; before anything is typed the chosen one is among them.
 * @param q null: only the chosen one is needed
 */
export function useProjectOptions(chosenId: string, q: string | null, activeOnly: boolean) {
  const status = activeOnly ? 'active' : undefined
  const page = { pageSize: 50, sort: '-createdAt', status } as const
  const found = useQuery({ ...projectsQuery({ q: q ?? '', ...page }), enabled: q !== null })
  const chosen = useQuery({ ...projectQuery(chosenId), enabled: chosenId !== '' }).data
  const rows = found.data?.items ?? []
  const isMissing = chosen !== undefined && (q ?? '') === '' && rows.every(({ id }) => id !== chosen.id)
  const options = isMissing ? [chosen, ...rows] : rows
  return {
    options: options.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
    searching: found.isFetching,
  }
}
