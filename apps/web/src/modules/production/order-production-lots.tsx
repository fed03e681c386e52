import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ProductionLotRow } from '@cloud-factory/contract/production/production'
import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, count, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { AssignDialog, ProductionLotForm } from './production-lot-form.tsx'
import { percentText } from './matrix.rules.ts'

const noFilters = [] as const
interface OpenDialog {
  readonly act: 'edit' | 'assign' | 'delete'
  readonly lot: ProductionLotRow
}

/** Production lots of an order: pieces made and delivered together. */
export function OrderProductionLots({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation('production')
  const [creating, setCreating] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const list = useListState('GET /api/orders/:id/production-lots', noFilters)
  const query = useListQuery(list, (query) => ({
    queryKey: ['orders', 'productionLots', order.id, query],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/production-lots', { params: { id: order.id }, query, signal }),
    placeholderData: keepPreviousData,
  }))
  const columns = useMemo(() => productionLotColumns(t), [t])
  const close = () => setDialog(null)
  return (
    <>
      <DataTable<ProductionLotRow>
        name="batches"
        label={t('productionLot.title')}
        list={list}
        query={query}
        columns={columns}
        searchHint={null}
        empty={t('productionLot.none')}
        actions={
          <Allowed permission="order.edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
              {t('productionLot.create')}
            </Button>
          </Allowed>
        }
        rowActions={{
          width: { zh: 240, other: 282 },
          render: (lot) => (
            <span className="row-actions">
              {(['assign', 'edit', 'delete'] as const).map((act) => (
                <ReasonButton
                  key={act}
                  type="link"
                  size="small"
                  danger={act === 'delete'}
                  allowed={lot.can[act]}
                  onClick={() => setDialog({ act, lot })}
                >
                  {t(`productionLot.${act}`)}
                </ReasonButton>
              ))}
            </span>
          ),
        }}
      />
      {creating && <ProductionLotForm orderId={order.id} lot={null} onClose={() => setCreating(false)} />}
      {dialog?.act === 'edit' && <ProductionLotForm orderId={order.id} lot={dialog.lot} onClose={close} />}
      {dialog?.act === 'assign' && <AssignDialog orderId={order.id} lot={dialog.lot} onClose={close} />}
      {dialog?.act === 'delete' && <DeleteDialog lot={dialog.lot} onClose={close} />}
    </>
  )
}

function DeleteDialog({ lot, onClose }: { readonly lot: ProductionLotRow; readonly onClose: () => void }) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const { id, no, version } = lot
  const remove = async () => {
    try {
      await api('DELETE /api/production-lots/:id', { params: { id }, query: { version } })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t('productionLot.askDelete', { no })}
      action={t('common:action.delete')}
      danger
      act={remove}
      onDone={onClose}
      onClose={onClose}
    >
      {t('productionLot.askDeleteText')}
    </ActionDialog>
  )
}

/** A day of a lot, by its key. */
const dayColumn =
  (t: TFunction<'production'>) =>
  (
    key: 'issuedOn' | 'plannedStart' | 'plannedEnd' | 'requiredOnSite',
    options: Partial<Column<ProductionLotRow>> = {},
  ): Column<ProductionLotRow> => ({
    key,
    title: t(`field.${key}`),
    width: 130,
    render: (lot) => lot[key] ?? absent,
    ...options,
  })

function productionLotColumns(t: TFunction<'production'>): readonly Column<ProductionLotRow>[] {
  const day = dayColumn(t)
  return [
    {
      key: 'no',
      title: t('productionLot.no'),
      width: { zh: 112, other: 132 },
      pinned: true,
      sort: 'no',
      render: ({ no }) => no,
    },
    { key: 'name', title: t('field.name'), width: 124, render: ({ name }) => name || absent },
    {
      key: 'workshop',
      title: t('field.workshopId'),
      width: 136,
      spare: true,
      render: ({ workshop }) => workshop ?? absent,
    },
    {
      key: 'pieces',
      title: t('field.pieces'),
      width: 104,
      align: 'right',
      render: ({ pieces }) => count(pieces),
    },
    {
      key: 'weightKg',
      title: t('productionLot.tonnes'),
      width: { zh: 100, other: 130 },
      align: 'right',
      render: ({ weightKg }) => tonnes(weightKg),
    },
    {
      key: 'progress',
      title: t('productionLot.progress'),
      width: { zh: 80, other: 100 },
      align: 'right',
      render: ({ progress }) => `${percentText(progress)} %`,
    },
    day('plannedStart', { width: 146, spare: true }),
    day('plannedEnd'),
    {
      key: 'actual',
      title: t('productionLot.actual'),
      width: 210,
      spare: true,
      render: ({ startedOn, finishedOn }) =>
        startedOn === null ? absent : `${startedOn} – ${finishedOn ?? ''}`.trim(),
    },
    day('requiredOnSite', { width: 180, spare: true }),
    day('issuedOn', { spare: true }),
  ]
}
