import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'
import type { AuditRow } from '@cloud-factory/contract/audit/audit'
import { CloseOutlined } from '@ant-design/icons'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState, type List } from '../../shared/list/use-list-state.ts'
import { useSession } from '../../shared/session.ts'
import { useAllowed } from '../../shared/permission.ts'
import { auditColumns } from './audit.columns.tsx'
import { startOfDay } from '../../shared/format/day-range.ts'
import { DaysFilter } from '../../shared/list/days-filter.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { auditActions } from './audit-actions.ts'
import { subjectKinds } from './audit-kinds.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { RowButton } from '../../shared/ui/row-button.tsx'

const AuditDetail = lazyDialog(async () => (await import('./audit-detail.tsx')).AuditDetail)

const auditQuery = (query: Sent<'GET /api/audit'>['query']) =>
  queryOptions({
    queryKey: ['audit', 'rows', query],
    queryFn: ({ signal }) => api('GET /api/audit', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const clientErrorsQuery = (query: Sent<'GET /api/client-errors'>['query']) =>
  queryOptions({
    queryKey: ['audit', 'client-errors', query],
    queryFn: ({ signal }) => api('GET /api/client-errors', { query, signal }),
    placeholderData: keepPreviousData,
  })

/**
 * People to filter by; only for users permitted to see them. Others filter by searching for a name.
 */
const peopleQuery = queryOptions({
  queryKey: ['people', 'users', 'for-audit'],
  queryFn: ({ signal }) => api('GET /api/users', { query: { pageSize: 200, sort: 'username' }, signal }),
  staleTime: 60_000,
})

const filterNames = ['actorId', 'action', 'subjectKind', 'subjectId', 'from', 'to'] as const

/** The server counts no further. */
const maxCounted = 10_000

export function AuditLog() {
  const { t } = useTranslation('audit')
  const instant = useInstant()
  const timeZone = useSession(({ user }) => user?.plant.timeZone ?? 'UTC')
  const list = useListState('GET /api/audit', filterNames)
  const { from, to } = list.state.filters
  const query = useListQuery(list, (page) =>
    // The address has days, both included; the server takes instants with an exclusive end.
    auditQuery({ ...page, from: startOfDay(from, timeZone), to: startOfDay(to, timeZone, 1) }),
  )
  const [opened, setOpened] = useState<AuditRow | null>(null)
  return (
    <>
      <DataTable<AuditRow>
        name="audit"
        label={t('common:route.authorityAudit')}
        list={list}
        query={query}
        columns={useMemo(() => auditColumns(t, instant), [t, instant])}
        onOpen={setOpened}
        rowActions={{
          width: 92,
          render: (row) => (
            <span className="row-actions">
              <RowButton allowed onClick={() => setOpened(row)}>
                {t('detail')}
              </RowButton>
            </span>
          ),
        }}
        searchHint={t('search')}
        filters={<AuditFilters list={list} />}
        more={(query.data?.total ?? 0) >= maxCounted}
        empty={<p>{t('none')}</p>}
      />
      {opened !== null && (
        <AuditDetail
          row={opened}
          onClose={() => setOpened(null)}
          onSameSubject={({ subjectKind, subjectId }) => {
            setOpened(null)
            list.filter({
              subjectKind,
              subjectId: subjectId ?? undefined,
              action: undefined,
              actorId: undefined,
            })
          }}
        />
      )}
    </>
  )
}

/** Whose, what, of what, and when. */
function AuditFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('audit')
  const seesPeople = useAllowed({ permission: 'authority.users' })
  const { data: people } = useQuery({ ...peopleQuery, enabled: seesPeople })
  const { subjectId } = list.state.filters
  return (
    <>
      {seesPeople && (
        <SelectFilter
          list={list}
          name="actorId"
          label={t('row.actor')}
          options={(people?.items ?? []).map(({ id, username, cnName }) => ({
            value: id,
            label: `${cnName} (${username})`,
          }))}
        />
      )}
      <SelectFilter
        list={list}
        name="action"
        label={t('row.action')}
        options={auditActions.map((value) => ({ value, label: t(`action.${value}`) }))}
      />
      <SelectFilter
        list={list}
        name="subjectKind"
        label={t('row.kind')}
        options={subjectKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      {subjectId !== undefined && (
        <Button icon={<CloseOutlined />} onClick={() => list.filter({ subjectId: undefined })}>
          {t('oneSubject', { id: subjectId })}
        </Button>
      )}
      <DaysFilter list={list} names={['from', 'to']} labels={[t('from'), t('to')]} />
    </>
  )
}
