import type { InnerPiece, PieceContents } from '@cloud-factory/contract/assemblies/sub-assemblies'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { gramsShown } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { CodeBox } from '../../shared/scan/code-box.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { PieceStatusTag } from '../orders/order-labels.tsx'

type T = ReturnType<typeof useTranslation<'assemblies'>>['t']

const pieceContentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'piece-contents', id],
    queryFn: ({ signal }) => api('GET /api/pieces/:id/contents', { params: { id }, signal }),
  })

interface PieceProps {
  readonly pieceId: string
}

/** What is built into a piece, and the piece that it is in; nothing for pieces with neither. */
export function PieceContentsPart({ pieceId }: PieceProps) {
  const { data, error, refetch } = useQuery(pieceContentsQuery(pieceId))
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const { outer, items, lacking } = data
  if (outer === null && items.length === 0 && lacking.length === 0) return null
  return <Contents pieceId={pieceId} contents={data} />
}

interface ContentsProps extends PieceProps {
  readonly contents: PieceContents
}

function Contents({ pieceId, contents }: ContentsProps) {
  const { t } = useTranslation('assemblies')
  const { outer, items, lacking, can } = contents
  const [leaving, setLeaving] = useState<InnerPiece | null>(null)
  const columns = useMemo(() => innerColumns(t, can.takeOut, setLeaving), [t, can.takeOut])
  return (
    <section aria-label={t('piece.title')}>
      {outer !== null && (
        <p>
          {t('piece.in')} <b>{outer.serial}</b> <PieceStatusTag status={outer.status} />
        </p>
      )}
      {items.length + lacking.length > 0 && <h2>{t('piece.title')}</h2>}
      {items.length > 0 && <RowTable label={t('piece.title')} columns={columns} rows={items} />}
      {lacking.length > 0 && <Lacking pieceId={pieceId} contents={contents} />}
      {leaving !== null && <TakeOutDialog piece={leaving} onClose={() => setLeaving(null)} />}
    </section>
  )
}

interface TakeOutProps {
  readonly piece: InnerPiece
  readonly onClose: () => void
}

function TakeOutDialog({ piece: { id, serial }, onClose }: TakeOutProps) {
  const { t } = useTranslation('assemblies')
  const changed = useOrdersChanged()
  return (
    <ActionDialog
      title={t('piece.takeOutTitle', { serial })}
      action={t('piece.takeOut')}
      danger
      reason="required"
      maxWords={300}
      act={(reason, idempotencyKey) => {
        const body = { reason: reason ?? '' }
        return api('POST /api/pieces/:id/take-out', { params: { id }, body, idempotencyKey })
      }}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t('piece.takeOutText')}
    </ActionDialog>
  )
}

/** What is lacking, and the field to scan it. */
function Lacking({ pieceId, contents }: ContentsProps) {
  const { t } = useTranslation('assemblies')
  const changed = useOrdersChanged()
  const list = contents.lacking.map(({ mark, quantity }) => `${mark} × ${quantity}`).join(', ')
  const build = async (pieces: readonly string[]) => {
    try {
      const { items } = await api('POST /api/pieces/:id/contents', {
        params: { id: pieceId },
        body: { pieces: [...pieces] },
      })
      return items
    } finally {
      void changed()
    }
  }
  return (
    <>
      <p>
        <StatusTag tone="warn" text={t('piece.lacking', { list })} />
      </p>
      {contents.can.build === true && (
        <CodeBox
          words={{
            title: t('piece.scan'),
            scan: t('piece.hint'),
            add: t('piece.build'),
            camera: t('common:scan.camera'),
          }}
          wordOf={(outcome) => t(outcome === 'already' ? 'piece.already' : 'piece.built')}
          onCodes={build}
        />
      )}
    </>
  )
}

const innerColumns = (
  t: T,
  canTakeOut: true | string,
  takeOut: (piece: InnerPiece) => void,
): readonly Column<InnerPiece>[] => [
  { key: 'serial', title: t('common:field.serial'), width: 130, render: ({ serial }) => serial },
  {
    key: 'status',
    title: t('common:field.status'),
    width: 110,
    render: ({ status }) => <PieceStatusTag status={status} />,
  },
  {
    key: 'kg',
    title: t('field.netKg'),
    width: 110,
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  { key: 'by', title: t('common:field.updatedBy'), width: 110, render: ({ builtBy }) => builtBy },
  {
    key: 'actions',
    title: t('common:field.actions'),
    width: 110,
    render: (piece) => (
      <ReasonButton size="small" allowed={canTakeOut} onClick={() => takeOut(piece)}>
        {t('piece.takeOut')}
      </ReasonButton>
    ),
  },
]
