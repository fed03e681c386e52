import type { AuditRow } from '@cloud-factory/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useSession } from '../../shared/session.ts'
import { AuditDetail } from './audit-detail.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditColumns } from './audit.columns.tsx'
import { auditQuery } from './audit.queries.ts'
import { startOfDay } from '../../shared/format/day-range.ts'

const filterNames = ['actorId', 'action', 'subjectKind', 'subjectId', 'from', 'to'] as const

/** The server counts no further. */
const maxCounted = 10_000

export function AuditLog() {
  const { t } = useTranslation('audit')
  const instant = useInstant()
  const timeZone = useSession(({ user }) => user?.plant.timeZone ?? 'UTC')
  const list = useListState('GET /api/audit', filterNames)
  const { from, to } = list.state.filters
  const query = useQuery(
    // The address names days, both of them included; the server takes instants, the end left out.
    auditQuery({ ...list.query, from: startOfDay(from, timeZone), to: startOfDay(to, timeZone, 1) }),
  )
  const [opened, setOpened] = useState<AuditRow | null>(null)
  return (
    <>
      <DataTable<AuditRow>
        name="audit"
        label={t('title')}
        list={list}
        query={query}
        columns={useMemo(() => auditColumns(t, instant), [t, instant])}
        onOpen={setOpened}
        rowActions={{
          width: 104,
          render: (row) => (
            <span className="row-actions">
              <Button type="link" size="small" onClick={() => setOpened(row)}>
                {t('detail')}
              </Button>
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
