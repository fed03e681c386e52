import { PlusOutlined } from '@ant-design/icons'
import type { PlanRow } from '@cloud-factory/contract/maintenance-plans'
import { planStates } from '@cloud-factory/contract/maintenance-words'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../../shared/api.ts'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import { absent, thousands } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { SelectFilter } from '../../../shared/list/select-filter.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { Allowed } from '../../../shared/ui/allowed.tsx'
import { EditDelete } from '../../../shared/ui/edit-delete.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { listQuery } from './maintenance.queries.ts'
import { PlanStateTag } from './maintenance-words.tsx'
import { DoneForm, PlanForm } from './plan-forms.tsx'
import { planDue, PlanUse } from './plan-use.tsx'

const filterNames = ['state', 'machineId'] as const

type Open = { readonly edit: PlanRow | null } | { readonly done: PlanRow } | { readonly remove: PlanRow }

/** Preventive maintenance, what is due first. */
export function PlansPart() {
  const { t } = useTranslation('maintenance')
  const list = useListState('GET /api/maintenance-plans', filterNames)
  const query = useQuery(listQuery('GET /api/maintenance-plans', list.query))
  const columns = useMemo(() => planColumns(t), [t])
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <DataTable<PlanRow>
        name="maintenance-plans"
        label={t('part.plans')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search.plans')}
        onOpen={(row) => row.can.edit === true && setOpen({ edit: row })}
        empty={<p>{t('empty.plans')}</p>}
        filters={
          <SelectFilter
            list={list}
            name="state"
            many
            label={t('field.state')}
            options={planStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
        }
        actions={
          <Allowed permission="equipment.edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
              {t('plan.add')}
            </Button>
          </Allowed>
        }
        rowActions={{
          width: 190,
          render: (row) => (
            <EditDelete
              can={row.can}
              words={{ edit: t('deed.edit'), delete: t('deed.delete') }}
              onEdit={() => setOpen({ edit: row })}
              onDelete={() => setOpen({ remove: row })}
            >
              <ReasonButton
                type="link"
                size="small"
                may={row.can.done}
                onClick={() => setOpen({ done: row })}
              >
                {t('deed.done')}
              </ReasonButton>
            </EditDelete>
          ),
        }}
      />
      {open !== null && 'edit' in open && <PlanForm row={open.edit} onClose={close} />}
      {open !== null && 'done' in open && <DoneForm row={open.done} onClose={close} />}
      {open !== null && 'remove' in open && <RemovePlan row={open.remove} onClose={close} />}
    </>
  )
}

function RemovePlan({ row, onClose }: { readonly row: PlanRow; readonly onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const { id, version } = row
  return (
    <ActionDialog
      title={t('removeTitle', { name: row.title })}
      deed={t('deed.delete')}
      danger
      act={() =>
        api('DELETE /api/maintenance-plans/:id', { params: { id }, query: { version } }).finally(
          () => void changed(),
        )
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('removeText')}
    </ActionDialog>
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
    width: 220,
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
  { key: 'due', title: t('field.dueOn'), width: 140, sort: 'due', render: (row) => planDue(t, row) },
  { key: 'use', title: t('field.use'), width: 200, render: (row) => <PlanUse plan={row} /> },
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
