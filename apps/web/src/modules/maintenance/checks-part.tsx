import type { CheckRow, DueCheck } from '@cloud-factory/contract/maintenance/equipment-rounds'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { listQuery } from './maintenance.queries.ts'

/** Machines due for today's inspection round, and completed rounds. */
export function ChecksPart() {
  const { t } = useTranslation('maintenance')
  const [shown, show] = useState<'due' | 'done'>('due')
  const choice = (
    <Segmented<'due' | 'done'>
      label={t('part.checks')}
      value={shown}
      onChange={show}
      options={[
        { value: 'due', label: t('checks.due') },
        { value: 'done', label: t('checks.done') },
      ]}
    />
  )
  return (
    <>
      <div className="part-choice">{choice}</div>
      {shown === 'due' ? <DueChecks /> : <DoneChecks />}
    </>
  )
}

const noFilters = [] as const

function DueChecks() {
  const { t } = useTranslation('maintenance')
  const navigate = useNavigate()
  const list = useListState('GET /api/checks/due', noFilters)
  const query = useListQuery(list, (page) => listQuery('GET /api/checks/due', page))
  const columns = useMemo(
    () => [
      {
        key: 'code',
        title: t('field.machine'),
        width: 240,
        pinned: true,
        sort: 'code',
        render: ({ code, name }: DueCheck) => (
          <Link to={`/equipment/at/${code}`}>
            {code} {name}
          </Link>
        ),
      },
      {
        key: 'class',
        title: t('field.class'),
        width: 150,
        render: (row: DueCheck) => t(`machines:class.${row.class}`),
      },
      {
        key: 'workshop',
        title: t('field.workshop'),
        width: 160,
        render: ({ workshop }: DueCheck) => workshop ?? absent,
      },
      {
        key: 'items',
        title: t('field.items'),
        width: 90,
        align: 'right' as const,
        render: ({ items }: DueCheck) => count(items),
      },
      {
        key: 'lastDay',
        title: t('field.lastDay'),
        width: 120,
        render: ({ lastDay }: DueCheck) => lastDay ?? t('never'),
      },
    ],
    [t],
  )
  return (
    <DataTable<DueCheck>
      name="due-checks"
      label={t('checks.due')}
      list={list}
      query={query}
      columns={columns}
      onOpen={({ code }) => void navigate(`/equipment/at/${code}`)}
      empty={<p>{t('empty.due')}</p>}
    />
  )
}

const checkFilters = ['faulty', 'machineId'] as const

function DoneChecks() {
  const { t } = useTranslation('maintenance')
  const instant = useInstant()
  const list = useListState('GET /api/checks', checkFilters)
  const query = useListQuery(list, (page) => listQuery('GET /api/checks', page))
  const columns = useMemo(() => checkColumns(t, instant), [t, instant])
  return (
    <DataTable<CheckRow>
      name="checks"
      label={t('checks.done')}
      list={list}
      query={query}
      columns={columns}
      searchHint={null}
      empty={<p>{t('empty.checks')}</p>}
      filters={
        <SelectFilter
          list={list}
          name="faulty"
          label={t('field.faults')}
          options={[{ value: 'true', label: t('checks.faulty') }]}
        />
      }
    />
  )
}

const checkColumns = (
  t: TFunction<'maintenance'>,
  instant: (at: string, pattern?: string) => string,
): readonly Column<CheckRow>[] => [
  {
    key: 'at',
    title: t('field.at'),
    width: 150,
    pinned: true,
    sort: 'at',
    render: ({ at }) => instant(at, '{y}-{m}-{d} {h}:{i}'),
  },
  {
    key: 'machine',
    title: t('field.machine'),
    width: 220,
    render: ({ machineId, machine }) => (
      <Link to={`/equipment/detail/${machineId}`}>
        {machine.code} {machine.name}
      </Link>
    ),
  },
  { key: 'by', title: t('field.by'), width: 110, render: ({ by }) => by },
  {
    key: 'items',
    title: t('field.items'),
    width: 90,
    align: 'right',
    render: ({ items }) => count(items),
  },
  {
    key: 'faults',
    title: t('field.faults'),
    width: 90,
    align: 'right',
    render: ({ faults }) => (faults === 0 ? '0' : <span className="is-late">{count(faults)}</span>),
  },
  {
    key: 'repair',
    title: t('field.repair'),
    width: 120,
    render: ({ repair }) =>
      repair === null ? absent : <Link to={`/equipment/repair/${repair.id}`}>{repair.no}</Link>,
  },
]
