import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { planStates } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { absent, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { KeptList } from '../../shared/list/kept-list.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { listQuery } from './maintenance.queries.ts'
import { PlanStateTag } from './maintenance-labels.tsx'
import { DoneForm, PlanForm } from './plan-forms.tsx'
import { planDue, PlanUse } from './plan-use.tsx'

const filterNames = ['state', 'machineId'] as const

/** Preventive maintenance, what is due first. */
export function PlansPart() {
  const { t } = useTranslation('maintenance')
  const list = useListState('GET /api/maintenance-plans', filterNames)
  const query = useQuery(listQuery('GET /api/maintenance-plans', list.query))
  const columns = useMemo(() => planColumns(t), [t])
  const [done, setDone] = useState<PlanRow | null>(null)
  return (
    <>
      <KeptList<PlanRow>
        name="maintenance-plans"
        list={list}
        query={query}
        columns={columns}
        permission="equipment.edit"
        onChanged={useEquipmentChanged()}
        words={{
          label: t('part.plans'),
          add: t('plan.add'),
          empty: t('empty.plans'),
          search: t('search.plans'),
          edit: t('action.edit'),
          delete: t('action.delete'),
          removeTitle: ({ title }) => t('removeTitle', { name: title }),
          removeText: t('removeText'),
        }}
        form={PlanForm}
        remove={({ id, version }) =>
          api('DELETE /api/maintenance-plans/:id', { params: { id }, query: { version } })
        }
        filters={
          <SelectFilter
            list={list}
            name="state"
            many
            label={t('field.state')}
            options={planStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
        }
        rowWidth={215}
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

const planColumns = (t: TFunction<'maintenance'>): readonly Column<PlanRow>[] => [
  {
    key: 'title',
    title: t('field.title'),
    width: 190,
    pinned: true,
    sort: 'title',
    render: ({ title }) => title,
  },
  {
    key: 'machine',
    title: t('field.machine'),
    width: 240,
    sort: 'machine',
    render: ({ machineId, machine }) => (
      <Link to={`/equipment/detail/${machineId}`}>
        {machine.code} {machine.name}
      </Link>
    ),
  },
  {
    key: 'state',
    title: t('field.state'),
    width: 110,
    render: ({ state }) => <PlanStateTag state={state} />,
  },
  { key: 'due', title: t('field.dueOn'), width: 165, sort: 'due', render: (row) => planDue(t, row) },
  { key: 'use', title: t('field.use'), width: 170, render: (row) => <PlanUse plan={row} /> },
  {
    key: 'pace',
    title: t('field.pace'),
    width: 130,
    align: 'right',
    extra: true,
    render: ({ progress, trigger }) =>
      progress === null || progress.perDay === null
        ? absent
        : `${thousands(progress.perDay)} ${trigger === 'hours' ? 'h' : progress.unit}`,
  },
  { key: 'last', title: t('field.lastDoneOn'), width: 120, render: ({ lastDoneOn }) => lastDoneOn },
  {
    key: 'instructions',
    title: t('field.instructions'),
    width: 300,
    render: ({ instructions }) => instructions,
  },
]
