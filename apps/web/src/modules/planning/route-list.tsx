import type { ProcessRow, RouteRow } from '@cloud-factory/contract/planning/processes'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { PlanList } from './plan-list.tsx'
import { planQuery } from './plan.queries.ts'
import { activeColumn } from './process-list.tsx'
import { RouteForm } from './route-form.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'

const noFilters = [] as const

/** Routes: their processes, and the kinds of marks that use them. */
export function RouteList() {
  const { t } = useTranslation('planning')
  const list = useListState('GET /api/routes', noFilters)
  const query = useQuery(planQuery('GET /api/routes', list.query))
  const processes = useQuery(planQuery('GET /api/processes')).data?.items
  const columns = useRouteColumns(processes)
  const [copied, setCopied] = useState<RouteRow | null>(null)
  return (
    <>
      <PlanList<RouteRow>
        word="routes"
        list={list}
        query={query}
        columns={columns}
        form={RouteForm}
        rowWidth={220}
        rowButtons={(row) => (
          <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => setCopied(row)}>
            {t('common:handOver.copy')}
          </ReasonButton>
        )}
        remove={({ id, version }) => api('DELETE /api/routes/:id', { params: { id }, query: { version } })}
      />
      {copied !== null && <RouteForm row={null} like={copied} onClose={() => setCopied(null)} />}
    </>
  )
}

function useRouteColumns(processes: readonly ProcessRow[] | undefined): readonly Column<RouteRow>[] {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  return useMemo<readonly Column<RouteRow>[]>(() => {
    const names = new Map(processes?.map(({ id, names: words }) => [id, nameOf(words)]))
    return [
      { key: 'name', title: t('field.name'), width: 200, pinned: true, render: (row) => nameOf(row.names) },
      { key: 'code', title: t('field.code'), width: 130, sort: 'code', render: ({ code }) => code },
      {
        key: 'kinds',
        title: t('field.kinds'),
        width: 200,
        render: ({ kinds }) =>
          kinds.length === 0 ? absent : kinds.map((kind) => t(`markKind.${kind}`)).join(t('join')),
      },
      {
        key: 'steps',
        title: t('field.processIds'),
        width: 420,
        render: ({ processIds }) => processIds.map((id) => names.get(id) ?? '…').join(' → '),
      },
      {
        key: 'marks',
        title: t('field.marks'),
        width: 110,
        align: 'right',
        // The server stops counting there.
        render: ({ marks }) => (marks >= 10_000 ? `${count(10_000)}+` : count(marks)),
      },
      activeColumn(t),
    ]
  }, [t, nameOf, processes])
}
