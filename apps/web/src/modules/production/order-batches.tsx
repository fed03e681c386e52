import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ProductionLotRow } from '@cloud-factory/contract/production/production'
import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, count, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { AssignDialog, BatchForm } from './batch-form.tsx'
import { percentText } from './matrix.rules.ts'

const noFilters = [] as const
interface OpenDialog {
  readonly act: 'edit' | 'assign' | 'delete'
  readonly batch: ProductionLotRow
}

/** Production lots of an order: pieces made and delivered together. */
export function OrderBatches({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation('production')
  const [creating, setCreating] = useState(false)
  const [asked, ask] = useState<OpenDialog | null>(null)
  const list = useListState('GET /api/orders/:id/batches', noFilters)
  const query = useQuery({
    queryKey: ['orders', 'batches', order.id, list.query],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/batches', { params: { id: order.id }, query: list.query, signal }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => batchColumns(t), [t])
  const close = () => ask(null)
  return (
    <>
      <DataTable<ProductionLotRow>
        name="batches"
        label={t('batch.title')}
        list={list}
        query={query}
        columns={columns}
        searchHint={null}
        empty={t('batch.none')}
        actions={
          <Allowed permission="order.edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
              {t('batch.new')}
            </Button>
          </Allowed>
        }
        rowActions={{
          width: 268,
          render: (batch) => (
            <span className="row-actions">
              {(['assign', 'edit', 'delete'] as const).map((act) => (
                <ReasonButton
                  key={act}
                  type="link"
                  size="small"
                  danger={act === 'delete'}
                  allowed={batch.can[act]}
                  onClick={() => ask({ act, batch })}
                >
                  {t(`batch.${act}`)}
                </ReasonButton>
              ))}
            </span>
          ),
        }}
      />
      {creating && <BatchForm orderId={order.id} batch={null} onClose={() => setCreating(false)} />}
      {asked?.act === 'edit' && <BatchForm orderId={order.id} batch={asked.batch} onClose={close} />}
      {asked?.act === 'assign' && <AssignDialog orderId={order.id} batch={asked.batch} onClose={close} />}
      {asked?.act === 'delete' && <DeleteDialog batch={asked.batch} onClose={close} />}
    </>
  )
}

function DeleteDialog({
  batch,
  onClose,
}: {
  readonly batch: ProductionLotRow
  readonly onClose: () => void
}) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const { id, no, version } = batch
  const remove = async () => {
    try {
      await api('DELETE /api/batches/:id', { params: { id }, query: { version } })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t('batch.askDelete', { no })}
      action={t('batch.delete')}
      danger
      act={remove}
      onDone={onClose}
      onClose={onClose}
    >
      {t('batch.askDeleteText')}
    </ActionDialog>
  )
}

function batchColumns(t: TFunction<'production'>): readonly Column<ProductionLotRow>[] {
  const dayColumn = (key: 'issuedOn' | 'plannedStart' | 'plannedEnd' | 'requiredOnSite', width = 130) => ({
    key,
    title: t(`batch.${key}`),
    width,
    render: (batch: ProductionLotRow) => batch[key] ?? absent,
  })
  return [
    { key: 'no', title: t('batch.no'), width: 112, pinned: true, sort: 'no', render: ({ no }) => no },
    { key: 'name', title: t('batch.name'), width: 124, render: ({ name }) => name || absent },
    {
      key: 'workshop',
      title: t('batch.workshopId'),
      width: 136,
      render: ({ workshop }) => workshop ?? absent,
    },
    {
      key: 'pieces',
      title: t('batch.pieces'),
      width: 96,
      align: 'right',
      render: ({ pieces }) => count(pieces),
    },
    {
      key: 'weightKg',
      title: t('batch.tonnes'),
      width: 124,
      align: 'right',
      render: ({ weightKg }) => tonnes(weightKg),
    },
    {
      key: 'progress',
      title: t('batch.progress'),
      width: 90,
      align: 'right',
      render: ({ progress }) => `${percentText(progress)}%`,
    },
    dayColumn('plannedStart', 136),
    dayColumn('plannedEnd'),
    {
      key: 'actual',
      title: t('batch.actual'),
      width: 210,
      render: ({ startedOn, finishedOn }) =>
        startedOn === null ? absent : `${startedOn} – ${finishedOn ?? ''}`.trim(),
    },
    dayColumn('requiredOnSite', 168),
    dayColumn('issuedOn'),
  ]
}
