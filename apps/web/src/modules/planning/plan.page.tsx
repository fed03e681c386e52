import type { CrewRow, ProcessRow, ShiftRow, WorkshopRow } from '@cloud-factory/contract/planning/processes'
import { crews, processes, shifts, workshops } from '@cloud-factory/domain/planning/planning-resources'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordFormProps } from '../../shared/list/record-list.tsx'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { ResourceForm } from '../../shared/resource/resource-form.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { activeColumn } from './active-column.tsx'
import { RouteList } from './route-list.tsx'
import { sumOfWeights } from '@cloud-factory/domain/planning/plan.rules'
import '../../shared/ui/record.css'
import './plan.css'

const parts = {
  processes: <ProcessList />,
  routes: <RouteList />,
  workshops: <WorkshopList />,
  crews: <CrewList />,
  shifts: <ShiftList />,
}

/** Factory setup: processes, routes, workshops, crews and shifts. */
export function PlanPage() {
  const { t } = useTranslation('planning')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.processList')} note={t('note')} />
      <PageParts label={t('shell:route.processList')} titleOf={(part) => t(`${part}.title`)} parts={parts} />
    </div>
  )
}

function ProcessList() {
  const { t } = useTranslation('planning')
  const items = useQuery(resourceQuery(processes)).data?.items
  const columns = useMemo(() => {
    const sum = sumOfWeights(items?.filter(({ active }) => active).map(({ weight }) => weight) ?? [])
    return [
      { key: 'names', width: 200 },
      { key: 'code', width: 170, spare: true },
      'kind',
      { key: 'unit', spare: true },
      'gate',
      { key: 'gives', spare: true },
      { key: 'weight', total: <span className={sum === 100 ? '' : 'is-wrong-sum'}>{`${sum} %`}</span> },
      { key: 'equipmentClass', extra: true },
      activeColumn<ProcessRow>(t),
    ] as const
  }, [t, items])
  return <ResourceList resource={processes} storedAs="plan.processes" columns={columns} />
}

function WorkshopList() {
  const { t } = useTranslation('planning')
  const columns = useMemo(
    () =>
      [
        'name',
        'code',
        {
          key: 'crews',
          width: 120,
          align: 'right',
          render: ({ crews: count }: WorkshopRow) => count,
        },
        activeColumn<WorkshopRow>(t),
      ] as const,
    [t],
  )
  return <ResourceList resource={workshops} storedAs="plan.workshops" columns={columns} />
}

function CrewList() {
  const { t } = useTranslation('planning')
  const columns = useMemo(
    () =>
      [
        'name',
        'code',
        { key: 'workshopId', render: ({ workshop }: CrewRow) => workshop },
        activeColumn<CrewRow>(t),
      ] as const,
    [t],
  )
  return <ResourceList resource={crews} storedAs="plan.crews" columns={columns} form={CrewForm} />
}

function CrewForm({ row, onClose }: RecordFormProps<CrewRow>) {
  const all = useQuery(resourceQuery(workshops)).data?.items ?? []
  const options = all
    .filter(({ id, active }) => active || id === row?.workshopId)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ResourceForm
      resource={crews}
      row={row}
      onClose={onClose}
      inputs={{ workshopId: <Select showSearch={{ optionFilterProp: 'label' }} options={options} /> }}
      show={(field, value) => (field === 'workshopId' ? all.find(({ id }) => id === value)?.name : undefined)}
    />
  )
}

function ShiftList() {
  const { t } = useTranslation('planning')
  const columns = useMemo(
    () =>
      [
        'names',
        'code',
        {
          key: 'time',
          title: t('field.time'),
          width: 220,
          render: ({ startsAt, endsAt }: ShiftRow) =>
            `${startsAt} – ${endsAt}${endsAt <= startsAt ? ` (${t('shifts.nextDay')})` : ''}`,
        },
        activeColumn<ShiftRow>(t),
      ] as const,
    [t],
  )
  return <ResourceList resource={shifts} storedAs="plan.shifts" columns={columns} />
}
