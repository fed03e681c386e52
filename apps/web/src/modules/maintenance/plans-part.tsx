import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { maintenancePlans } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { planStates } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { PlanStateTag } from './maintenance-labels.tsx'
import { planDue, PlanUse } from './plan-use.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'

const DoneForm = lazyDialog(async () => (await import('./plan-forms.tsx')).DoneForm)
const PlanForm = lazyDialog(async () => (await import('./plan-forms.tsx')).PlanForm)

const filterNames = ['state', 'machineId'] as const

/** Preventive maintenance, what is due first. */
export function PlansPart() {
  const { t } = useTranslation('maintenance')
  const columns = useMemo(() => planColumns(t), [t])
  const [done, setDone] = useState<PlanRow | null>(null)
  return (
    <>
      <ResourceList
        resource={maintenancePlans}
        label={t('part.plans')}
        columns={columns}
        form={PlanForm}
        filterNames={filterNames}
        filters={(list) => (
          <SelectFilters
            list={list}
            filters={{ state: [t('field.state'), choices(planStates, (value) => t(`state.${value}`))] }}
          />
        )}
        rowWidth={210}
        rowButtons={(row) => (
          <ReasonButton type="link" size="small" allowed={row.can.done} onClick={() => setDone(row)}>
            {t('action.done')}
          </ReasonButton>
        )}
      />
      {done !== null && <DoneForm row={done} onClose={() => setDone(null)} />}
    </>
  )
}

const planColumns = (t: TFunction<'maintenance'>): readonly ResourceColumn<PlanRow>[] => [
  { key: 'title', width: 165 },
  {
    key: 'machine',
    width: 255,
    sort: 'machine',
    render: ({ machineId, machine }) => (
      <Link to={`/equipment/detail/${machineId}`}>
        {machine.code} {machine.name}
      </Link>
    ),
  },
  { key: 'state', width: 108, render: ({ state }) => <PlanStateTag state={state} /> },
  {
    key: 'due',
    title: t('field.dueOn'),
    width: { zh: 130, other: 168 },
    sort: 'due',
    render: (row) => planDue(t, row),
  },
  { key: 'use', width: 152, render: (row) => <PlanUse plan={row} /> },
  {
    key: 'pace',
    width: 130,
    align: 'right',
    extra: true,
    render: ({ progress, trigger }) =>
      progress === null || progress.perDay === null
        ? absent
        : `${thousands(progress.perDay)} ${trigger === 'hours' ? 'h' : progress.unit}`,
  },
  { key: 'lastDoneOn', spare: true },
  { key: 'instructions', width: 300, spare: true },
]
