import type {
  CrewRow,
  ProcessRow,
  RouteRow,
  ShiftRow,
  WorkshopRow,
} from '@cloud-factory/contract/planning/processes'
import {
  crews,
  processes,
  processRoutes,
  shifts,
  workshops,
} from '@cloud-factory/domain/planning/planning-resources'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { count } from '../../shared/format/numbers.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { activeColumn } from './active-column.tsx'
import { useProcessName } from './plan.queries.ts'
import { sumOfWeights } from '@cloud-factory/domain/planning/plan.rules'
import '../../shared/ui/record.css'
import './plan.css'

const forms = () => import('./plan-forms.tsx')
const CrewForm = lazyDialog(async () => (await forms()).CrewForm)
const RouteForm = lazyDialog(async () => (await forms()).RouteForm)

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

/** Routes: their processes, and the kinds of marks that use them. */
function RouteList() {
  const { t } = useTranslation('planning')
  const nameOf = useProcessName()
  const [copied, setCopied] = useState<RouteRow | null>(null)
  const columns = useMemo(
    () =>
      [
        { key: 'names', width: 196 },
        'code',
        { key: 'kinds', width: 180 },
        {
          key: 'processIds',
          width: 240,
          render: ({ processIds }: RouteRow) => processIds.map(nameOf).join(' → '),
        },
        {
          key: 'marks',
          width: 110,
          spare: true,
          align: 'right',
          // The server stops counting there.
          render: ({ marks }: RouteRow) => (marks >= 10_000 ? `${count(10_000)}+` : count(marks)),
        },
        activeColumn<RouteRow>(t),
      ] as const,
    [t, nameOf],
  )
  return (
    <>
      <ResourceList
        resource={processRoutes}
        storedAs="plan.routes"
        columns={columns}
        form={RouteForm}
        rowWidth={{ zh: 180, other: 215 }}
        rowButtons={(row) => (
          <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => setCopied(row)}>
            {t('common:handOver.copy')}
          </ReasonButton>
        )}
      />
      {copied !== null && <RouteForm row={null} like={copied} onClose={() => setCopied(null)} />}
    </>
  )
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
          render: (row: WorkshopRow) => row.crews,
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
