import type { SparePartRow } from '@cloud-factory/contract/maintenance/spare-parts'
import { spareParts } from '@cloud-factory/domain/maintenance/maintenance-resources'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { thousands } from '../../shared/format/numbers.ts'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

const dialogs = () => import('./stock-dialogs.tsx')
const MoveForm = lazyDialog(async () => (await dialogs()).MoveForm)
const StockMoves = lazyDialog(async () => (await dialogs()).StockMoves)

const filterNames = ['short'] as const

type Open = { readonly move: SparePartRow } | { readonly look: SparePartRow }

/** Spare parts and how many there are. */
export function StockPart() {
  const { t } = useTranslation('maintenance')
  const columns = useMemo(() => stockColumns(t), [t])
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ResourceList
        resource={spareParts}
        label={t('part.stock')}
        importable
        columns={columns}
        filterNames={filterNames}
        filters={(list) => (
          <SelectFilter
            list={list}
            name="short"
            label={t('field.stock')}
            options={[{ value: 'true', label: t('short') }]}
          />
        )}
        rowWidth={{ zh: 280, other: 350 }}
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

const stockColumns = (t: TFunction<'maintenance'>): readonly ResourceColumn<SparePartRow>[] => [
  'code',
  'name',
  {
    key: 'stock',
    title: t('field.stock'),
    width: 130,
    align: 'right',
    sort: 'stock',
    render: ({ stock, unit }) => `${thousands(stock)} ${unit}`,
  },
  'minStock',
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
  { key: 'place', spare: true },
  { key: 'price', spare: true },
]
