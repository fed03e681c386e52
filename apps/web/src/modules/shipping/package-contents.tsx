import type { PackOutcome, PackageRow, PackedPiece } from '@cloud-factory/contract/shipping/packages'
import { Button } from 'antd'
import { useState, useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { CodeBox } from '../../shared/scan/code-box.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { api } from '../../shared/api.ts'
import { thousands, gramsShown } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { PieceStatusTag } from '../orders/order-labels.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { packageQuery, packedPiecesQuery } from './shipping.queries.ts'
import { PickPieces } from './pick-dialog.tsx'

const filterNames = [] as const

/** Pieces of a package; while it is open they are scanned or picked in, and taken out. */
export function PackageContents({ pack }: { readonly pack: PackageRow }) {
  const { t } = useTranslation('shipping')
  const list = useListState('GET /api/packages/:id/pieces', filterNames)
  const query = useListQuery(list, (page) => packedPiecesQuery(pack.id, page))
  const columns = useMemo(() => pieceColumns(t), [t])
  const [picking, setPicking] = useState(false)
  const move = usePackPieces(pack.id)
  const isOpen = pack.status === 'open'
  return (
    <>
      {isOpen && pack.can.pack === true && (
        <CodeBox
          words={boxWords(t)}
          wordOf={(outcome) => (outcome === 'done' ? '' : t(`outcome.${outcome}`))}
          onCodes={(pieces) => move(pieces, false)}
        >
          <Button onClick={() => setPicking(true)}>{t('pack.pick')}</Button>
        </CodeBox>
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

const boxWords = (t: TFunction<'shipping'>) => ({
  title: t('pack.title'),
  scan: t('pack.scan'),
  add: t('pack.add'),
  camera: t('production:scan.camera'),
})

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
