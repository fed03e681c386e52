import { PlusOutlined } from '@ant-design/icons'
import type { SparePartRow } from '@cloud-factory/contract/spare-parts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
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
import { StatusTag } from '../../../shared/ui/status-tag.tsx'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { listQuery } from './maintenance.queries.ts'
import { MoveForm, PartForm } from './part-forms.tsx'
import { StockMoves } from './stock-moves.tsx'

const filterNames = ['short', 'active'] as const

type Open =
  | { readonly edit: SparePartRow | null }
  | { readonly move: SparePartRow }
  | { readonly look: SparePartRow }
  | { readonly remove: SparePartRow }

/** Spare parts and how many there are. */
export function StockPart() {
  const { t } = useTranslation('maintenance')
  const list = useListState('GET /api/spare-parts', filterNames)
  const query = useQuery(listQuery('GET /api/spare-parts', list.query))
  const columns = useMemo(() => partColumns(t), [t])
  const changed = useEquipmentChanged()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <DataTable<SparePartRow>
        name="spare-parts"
        label={t('part.stock')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search.stock')}
        onOpen={(row) => row.can.edit === true && setOpen({ edit: row })}
        empty={<p>{t('empty.stock')}</p>}
        filters={
          <SelectFilter
            list={list}
            name="short"
            label={t('field.stock')}
            options={[{ value: 'true', label: t('short') }]}
          />
        }
        actions={
          <Allowed permission="equipment.edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
              {t('stock.add')}
            </Button>
          </Allowed>
        }
        rowActions={{
          width: 290,
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
                may={row.can.move}
                onClick={() => setOpen({ move: row })}
              >
                {t('deed.move')}
              </ReasonButton>
              <ReasonButton type="link" size="small" may onClick={() => setOpen({ look: row })}>
                {t('stock.moves')}
              </ReasonButton>
            </EditDelete>
          ),
        }}
      />
      {open !== null && 'edit' in open && <PartForm row={open.edit} onClose={close} />}
      {open !== null && 'move' in open && <MoveForm row={open.move} onClose={close} />}
      {open !== null && 'look' in open && <StockMoves part={open.look} onClose={close} />}
      {open !== null && 'remove' in open && (
        <ActionDialog
          title={t('removeTitle', { name: open.remove.code })}
          deed={t('deed.delete')}
          danger
          act={() =>
            api('DELETE /api/spare-parts/:id', {
              params: { id: open.remove.id },
              query: { version: open.remove.version },
            }).finally(() => void changed())
          }
          onDone={close}
          onClose={close}
        >
          {t('removeText')}
        </ActionDialog>
      )}
    </>
  )
}

const partColumns = (t: TFunction<'maintenance'>): readonly Column<SparePartRow>[] => [
  { key: 'code', title: t('field.code'), width: 130, pinned: true, sort: 'code', render: ({ code }) => code },
  { key: 'name', title: t('field.name'), width: 200, sort: 'name', render: ({ name }) => name },
  {
    key: 'stock',
    title: t('field.stock'),
    width: 130,
    align: 'right',
    sort: 'stock',
    render: ({ stock, unit }) => `${thousands(stock)} ${unit}`,
  },
  {
    key: 'minStock',
    title: t('field.minStock'),
    width: 120,
    align: 'right',
    render: ({ minStock }) => thousands(minStock),
  },
  {
    key: 'short',
    title: t('field.state'),
    width: 110,
    render: ({ short, active }) => (
      <StatusTag
        tone={active ? (short ? 'bad' : 'good') : 'neutral'}
        text={t(active ? (short ? 'short' : 'enough') : 'inactive')}
      />
    ),
  },
  { key: 'place', title: t('field.place'), width: 110, render: ({ place }) => place || absent },
  {
    key: 'price',
    title: t('field.price'),
    width: 110,
    align: 'right',
    render: ({ price }) => (price === null ? absent : thousands(price.toFixed(2))),
  },
]
