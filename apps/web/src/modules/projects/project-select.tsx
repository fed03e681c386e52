import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'
import type { List } from '../../shared/list/use-list-state.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type ProjectsQuery = NonNullable<Sent<'GET /api/projects'>['query']>

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

interface Props {
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  /** Given by the form's item. */
  readonly id?: string
  readonly className?: string
  readonly label?: string
  readonly placeholder: string
  /** Only projects that take new orders. */
  readonly activeOnly?: boolean
}

/** Chooses a project by typing part of its code or name; the server searches. */
export function ProjectSelect({ value, onChange, activeOnly = false, label, ...select }: Props) {
  const { t } = useTranslation('orders')
  const [q, setQ] = useState('')
  const { options, searching } = useOptions(value ?? '', q, activeOnly)
  return (
    <Select
      {...select}
      {...(label === undefined ? {} : { 'aria-label': label })}
      allowClear
      popupMatchSelectWidth={false}
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={searching}
      notFoundContent={searching ? ' ' : t('hint.noProject')}
      value={value ?? null}
      onChange={(id: string | null | undefined) => onChange?.(id ?? null)}
      onOpenChange={(open) => !open && setQ('')}
      options={options}
    />
  )
}

/** Narrows a list to one project. */
export function ProjectFilter({ list }: { readonly list: List }) {
  const { t } = useTranslation()
  return (
    <ProjectSelect
      className="list-filter"
      label={t('common:field.project')}
      placeholder={t('common:field.project')}
      value={list.state.filters['projectId'] ?? null}
      onChange={(id) => list.filter({ projectId: id ?? undefined })}
    />
  )
}

/** Projects that match what is typed; before anything is typed the chosen one is among them. */
function useOptions(chosenId: string, q: string, activeOnly: boolean) {
  const status = activeOnly ? 'active' : undefined
  const found = useQuery(projectsQuery({ q, pageSize: 50, sort: '-createdAt', status }))
  const chosen = useQuery({ ...projectQuery(chosenId), enabled: chosenId !== '' }).data
  const rows = found.data?.items ?? []
  const isMissing = chosen !== undefined && q === '' && rows.every(({ id }) => id !== chosen.id)
  const options = isMissing ? [chosen, ...rows] : rows
  return {
    options: options.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
    searching: found.isFetching,
  }
}
