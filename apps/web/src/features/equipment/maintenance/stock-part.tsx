import type { SparePartRow } from '@cloud-factory/contract/maintenance/spare-parts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { absent, thousands } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { SelectFilter } from '../../../shared/list/select-filter.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../../shared/ui/status-tag.tsx'
import { MaintenanceList } from './maintenance-list.tsx'
import { listQuery } from './maintenance.queries.ts'
import { MoveForm, PartForm } from './part-forms.tsx'
import { StockMoves } from './stock-moves.tsx'

const filterNames = ['short', 'active'] as const

type Open = { readonly move: SparePartRow } | { readonly look: SparePartRow }

/** Spare parts and how many there are. */
export function StockPart() {
  const { t } = useTranslation('maintenance')
  const list = useListState('GET /api/spare-parts', filterNames)
  const query = useQuery(listQuery('GET /api/spare-parts', list.query))
  const columns = useMemo(() => partColumns(t), [t])
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <MaintenanceList<SparePartRow>
        name="spare-parts"
        part="stock"
        list={list}
        query={query}
        columns={columns}
        nameOf={({ code }) => code}
        form={PartForm}
        remove={({ id, version }) =>
          api('DELETE /api/spare-parts/:id', { params: { id }, query: { version } })
        }
        filters={
          <SelectFilter
            list={list}
            name="short"
            label={t('field.stock')}
            options={[{ value: 'true', label: t('short') }]}
          />
        }
        rowWidth={315}
        rowButtons={(row) => (
          <>
            <ReasonButton
              type="link"
              size="small"
              allowed={row.can.move}
              onClick={() => setOpen({ move: row })}
            >
              {t('action.move')}
            </ReasonButton>
            <ReasonButton type="link" size="small" allowed onClick={() => setOpen({ look: row })}>
              {t('stock.moves')}
            </ReasonButton>
          </>
        )}
      />
      {open !== null && 'move' in open && <MoveForm row={open.move} onClose={close} />}
      {open !== null && 'look' in open && <StockMoves part={open.look} onClose={close} />}
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
