import type { PackedPiece, PackOutcome, PackageRow } from '@cloud-factory/contract/shipping/packages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { thousands, gramsShown } from '../../shared/format/numbers.ts'
import { OutcomeLine } from './outcome-line.tsx'
import { PickDialog, usePicking } from './pick-dialog.tsx'
import { packableQuery, packageQuery, packedPiecesQuery } from './shipping.queries.ts'
import type { TFunction } from 'i18next'
import { api } from '../../shared/api.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { PieceStatusTag } from '../orders/order-labels.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { PackBox } from './pack-box.tsx'

interface Props {
  readonly orderId: string
  readonly onPack: (pieces: readonly string[]) => Promise<readonly PackOutcome[]>
  readonly onClose: () => void
}

/** As many as one request packs. */
const maxPacked = 500

/** Picks pieces of an order that may be packed. What did not go in stays on the screen with the reason. */
function PickPieces({ orderId, onPack, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const picking = usePicking<PackedPiece>()
  const [refused, setRefused] = useState<readonly PackOutcome[]>([])
  const query = useQuery(packableQuery(orderId, picking.query))
  const kg = [...picking.chosen.values()].reduce((sum, { netKg }) => sum + (netKg ?? 0), 0)
  const pack = async () => {
    const chosen = [...picking.chosen]
    const outcomes = await onPack(chosen.slice(0, maxPacked).map(([id]) => id))
    const left = outcomes.filter(({ outcome }) => outcome === 'refused')
    setRefused(left)
    picking.setChosen(new Map(chosen.slice(maxPacked)))
    if (left.length === 0 && chosen.length <= maxPacked) onClose()
  }
  return (
    <PickDialog<PackedPiece>
      title={t('pick.title')}
      searchWord={t('searchPieces')}
      none={t('pick.none')}
      picking={picking}
      query={query}
      sum={t('pick.chosen', { count: picking.chosen.size, kg: gramsShown(kg) })}
      closeWord={t('common:close')}
      actionWord={t('pack.add')}
      onPick={pack}
      onClose={onClose}
      columns={[
        { key: 'serial', title: t('field.serial'), dataIndex: 'serial', width: 150 },
        { key: 'profile', title: t('field.profile'), dataIndex: 'profile', width: 170 },
        {
          key: 'length',
          title: t('field.lengthMm'),
          align: 'right',
          width: 110,
          render: (_, { lengthMm }) => (lengthMm === null ? '–' : thousands(lengthMm)),
        },
        {
          key: 'kg',
          title: t('field.netKg'),
          align: 'right',
          width: 120,
          render: (_, { netKg }) => gramsShown(netKg),
        },
      ]}
    >
      {refused.length > 0 && (
        <ul className="pack-told" role="alert">
          {refused.map((outcome) => (
            <OutcomeLine key={outcome.piece} outcome={outcome} />
          ))}
        </ul>
      )}
    </PickDialog>
  )
}

const filterNames = [] as const

/** Pieces of a package; while it is open they are scanned or picked in, and taken out. */
export function PackageContents({ pack }: { readonly pack: PackageRow }) {
  const { t } = useTranslation('shipping')
  const list = useListState('GET /api/packages/:id/pieces', filterNames)
  const query = useQuery(packedPiecesQuery(pack.id, list.query))
  const columns = useMemo(() => pieceColumns(t), [t])
  const [picking, setPicking] = useState(false)
  const move = usePackPieces(pack.id)
  const isOpen = pack.status === 'open'
  return (
    <>
      {isOpen && pack.can.pack === true && (
        <PackBox onPack={(pieces) => move(pieces, false)} onPick={() => setPicking(true)} />
      )}
      <DataTable
        name="packed-pieces"
        label={t('contents')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchPieces')}
        empty={<span>{t(isOpen ? 'emptyPackage' : 'noPieces')}</span>}
        {...(isOpen
          ? {
              rowActions: {
                width: 110,
                render: (piece: PackedPiece) => (
                  <ReasonButton
                    type="link"
                    size="small"
                    allowed={pack.can.pack}
                    aria-label={`${t('action.takeOut')}: ${piece.serial}`}
                    onClick={() => void move([piece.id], true)}
                  >
                    {t('action.takeOut')}
                  </ReasonButton>
                ),
              },
            }
          : {})}
      />
      {picking && (
        <PickPieces
          orderId={pack.order.id}
          onPack={(pieces) => move(pieces, false)}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

/** Adds or removes pieces; resolves to the result of each. */
function usePackPieces(id: string) {
  const client = useQueryClient()
  const changed = useOrdersChanged()
  return async (pieces: readonly string[], remove: boolean): Promise<readonly PackOutcome[]> => {
    try {
      const answer = await api('POST /api/packages/:id/pieces', {
        params: { id },
        body: { pieces: [...pieces], remove },
      })
      client.setQueryData(packageQuery(id).queryKey, answer.package)
      return answer.items
    } finally {
      void changed()
    }
  }
}

const pieceColumns = (t: TFunction<'shipping'>): readonly Column<PackedPiece>[] => [
  {
    key: 'serial',
    title: t('field.serial'),
    width: 170,
    pinned: true,
    sort: 'serial',
    render: ({ serial }) => serial,
  },
  { key: 'name', title: t('field.name'), width: 130, render: ({ name }) => name },
  { key: 'profile', title: t('field.profile'), width: 180, render: ({ profile }) => profile },
  {
    key: 'lengthMm',
    title: t('field.lengthMm'),
    width: 110,
    align: 'right',
    render: ({ lengthMm }) => (lengthMm === null ? '–' : thousands(lengthMm)),
  },
  {
    key: 'netKg',
    title: t('field.netKg'),
    width: 120,
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 130,
    render: ({ status }) => <PieceStatusTag status={status} />,
  },
]
