import { PlusOutlined } from '@ant-design/icons'
import {
  openRepairStatuses,
  repairStatuses,
  symptoms,
} from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { RepairRow } from '@cloud-factory/contract/maintenance/repairs'
import type { TFunction } from 'i18next'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { type AssigneeEdit, AssigneeFilter } from '../inbox/assignee-select.tsx'
import { AssigneeOverlay, AssigneeViews, assigneeColumn } from '../inbox/assignee.tsx'
import { listQuery } from './maintenance.queries.ts'
import { hoursShown, RepairStatusTag } from './maintenance-labels.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'

const ReportForm = lazyDialog(async () => (await import('./report-form.tsx')).ReportForm)

const filterNames = ['status', 'symptom', 'stopped', 'machineId', 'assigneeId'] as const

/** Repair orders, newest first. */
export function RepairsPart() {
  const { t } = useTranslation('maintenance')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/repairs', filterNames)
  const query = useListQuery(list, (page) => listQuery('GET /api/repairs', page))
  const [edit, setEdit] = useState<AssigneeEdit | null>(null)
  const columns = useMemo(() => repairColumns(t, instant, setEdit), [t, instant, setEdit])
  const [isReporting, setReporting] = useReporting()
  const close = () => setReporting(false)
  return (
    <>
      <RepairViews list={list} />
      <DataTable<RepairRow>
        name="repairs"
        label={t('part.repairs')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search.repairs')}
        onOpen={({ id }) => void navigate(`/equipment/repair/${id}`)}
        empty={<p>{t('empty.repairs')}</p>}
        filters={<RepairFilters list={list} />}
        actions={
          <ReasonButton
            type="primary"
            icon={<PlusOutlined />}
            allowed={query.data?.can.report}
            onClick={() => setReporting(true)}
          >
            {t('report')}
          </ReasonButton>
        }
      />
      <AssigneeOverlay kind="repair" edit={edit} onClose={() => setEdit(null)} />
      {isReporting && (
        <ReportForm onSaved={({ id }) => void navigate(`/equipment/repair/${id}`)} onClose={close} />
      )}
    </>
  )
}

/** Whether a fault is being reported; `report` in the address begins it, as from the bar of a phone. */
function useReporting(): readonly [boolean, (reports: boolean) => void] {
  const [reporting, setReporting] = useState(false)
  const [search, setSearch] = useSearchParams()
  const isRequested = search.has('report')
  const set = (reports: boolean) => {
    setReporting(reports)
    if (!isRequested) return
    const rest = new URLSearchParams(search)
    rest.delete('report')
    setSearch(rest, { replace: true })
  }
  return [reporting || isRequested, set]
}

function RepairFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('maintenance')
  return (
    <>
      <SelectFilters
        list={list}
        filters={{
          status: [t('field.status'), choices(repairStatuses, (value) => t(`status.${value}`))],
          symptom: [t('field.symptom'), choices(symptoms, (value) => t(`symptom.${value}`))],
        }}
      />
      <SelectFilter
        list={list}
        name="stopped"
        label={t('field.stopped')}
        options={[{ value: 'true', label: t('stopped') }]}
      />
      <AssigneeFilter kind="repair" list={list} />
    </>
  )
}

const useRepairTotal = (filters: object, enabled: boolean) =>
  useQuery({ ...listQuery('GET /api/repairs', { ...filters, pageSize: 1 }), enabled }).data?.total

/** Open repair orders of the person, and those that are not assigned. */
const RepairViews = ({ list }: { readonly list: List }) => (
  <AssigneeViews kind="repair" list={list} status={openRepairStatuses.join(',')} useTotal={useRepairTotal} />
)

type Instant = (at: string, pattern?: string) => string

const repairColumns = (
  t: TFunction<'maintenance'>,
  instant: Instant,
  onEdit: (edit: AssigneeEdit) => void,
): readonly Column<RepairRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: 110,
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/equipment/repair/${id}`}>{no}</Link>,
  },
  ...faultColumns(t, onEdit),
  ...courseColumns(t, instant),
]

/** Who sees to what on which machine. */
const faultColumns = (
  t: TFunction<'maintenance'>,
  onEdit: (edit: AssigneeEdit) => void,
): readonly Column<RepairRow>[] => [
  {
    key: 'status',
    title: t('field.status'),
    width: 115,
    render: ({ status }) => <RepairStatusTag status={status} />,
  },
  assigneeColumn<RepairRow>({ t, allowed: ({ can }) => can.assign, onEdit }),
  {
    key: 'machine',
    title: t('field.machine'),
    width: 240,
    render: ({ machineId, machine }) => (
      <Link to={`/equipment/detail/${machineId}`}>
        {machine.code} {machine.name}
      </Link>
    ),
  },
  { key: 'symptom', title: t('field.symptom'), width: 130, render: (row) => t(`symptom.${row.symptom}`) },
  {
    key: 'stopped',
    title: t('field.stopped'),
    width: { zh: 100, other: 118 },
    render: ({ stopped }) => (stopped ? <span className="is-late">{t('stopped')}</span> : t('runs')),
  },
  {
    key: 'description',
    title: t('field.description'),
    width: 200,
    render: ({ description }) => description || absent,
  },
]

/** Who reported and accepted it, and the downtime of the machine. */
const courseColumns = (t: TFunction<'maintenance'>, instant: Instant): readonly Column<RepairRow>[] => [
  {
    key: 'reportedAt',
    title: t('field.reportedAt'),
    width: 170,
    spare: true,
    sort: 'reportedAt',
    render: ({ reportedAt }) => instant(reportedAt, '{y}-{m}-{d} {h}:{i}'),
  },
  {
    key: 'reportedBy',
    title: t('field.reportedBy'),
    width: 100,
    spare: true,
    render: ({ reportedBy }) => reportedBy,
  },
  {
    key: 'acceptedBy',
    title: t('field.acceptedBy'),
    width: 125,
    extra: true,
    render: ({ acceptedBy }) => acceptedBy ?? absent,
  },
  {
    key: 'downtime',
    title: t('field.downtime'),
    width: 120,
    spare: true,
    align: 'right',
    sort: 'downtime',
    render: ({ downtimeS }) => (downtimeS === null ? absent : hoursShown(downtimeS)),
  },
  {
    key: 'source',
    title: t('field.source'),
    width: 100,
    extra: true,
    render: (row) => t(`source.${row.source}`),
  },
]
