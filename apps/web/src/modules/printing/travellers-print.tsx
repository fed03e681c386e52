import type { LabelRow, TravellerRow } from '@cloud-factory/contract/printing/order-print'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NothingToPrint } from './nothing-to-print.tsx'
import { maxOf, type PrintChoice } from './print-choice.rules.ts'
import { PrintFrame } from './print-frame.tsx'
import { useLabels, useTravellers } from './print.queries.ts'
import { Traveller } from './traveller.tsx'
import { useGrowing } from './use-growing.ts'

interface Props {
  readonly order: OrderRow
  readonly choice: PrintChoice
  readonly controls: ReactNode
}

/** The pieces of marks are listed on their travellers; an order of more is printed lot by lot. */
const maxPieces = 20_000
const ordersWords = ['orders'] as const

interface Card {
  readonly key: string
  readonly mark: TravellerRow
  readonly pieces: readonly LabelRow[]
}

/** Travellers: a sheet that goes through the workshop with a mark, or with each piece. */
export function TravellersPrint({ order, choice, controls }: Props) {
  const { t } = useTranslation('printing')
  const most = maxOf[choice.kind]
  const perPiece = choice.kind === 'pieces'
  const marks = useTravellers(order.id, choice, most)
  const pieces = useLabels(order.id, choice, perPiece ? most : maxPieces)
  const cards = useMemo(
    () => cardsOf(marks.data?.items ?? [], pieces.data?.items ?? [], perPiece),
    [marks.data, pieces.data, perPiece],
  )
  const drawn = useGrowing(cards.length, 4, JSON.stringify(choice))
  const error = marks.error ?? pieces.error
  const isThere = marks.data !== undefined && pieces.data !== undefined
  const retry = () => {
    void marks.refetch()
    void pieces.refetch()
  }
  return (
    <PrintFrame
      title={t('title.travellers', { no: order.no })}
      fileName={t('file.travellers', { no: order.no })}
      back={`/order/detail/${order.id}`}
      namespaces={ordersWords}
      error={error}
      onRetry={retry}
      waiting={
        isThere && drawn >= cards.length ? undefined : { done: drawn, total: Math.max(1, cards.length) }
      }
      controls={
        <>
          {controls}
          {isThere && <span className="page-note">{t('travellers', { count: cards.length })}</span>}
        </>
      }
    >
      {isThere && cards.length === 0 && (
        <NothingToPrint total={perPiece ? pieces.data.total : marks.data.total} most={most} />
      )}
      {cards.slice(0, drawn).map(({ key, ...card }) => (
        <Traveller key={key} order={order} piece={perPiece ? card.pieces[0] : undefined} {...card} />
      ))}
    </PrintFrame>
  )
}

function cardsOf(
  marks: readonly TravellerRow[],
  pieces: readonly LabelRow[],
  perPiece: boolean,
): readonly Card[] {
  const ofMark = Map.groupBy(pieces, ({ markId }) => markId)
  return marks.flatMap((mark) => {
    const own = ofMark.get(mark.id) ?? []
    return perPiece
      ? own.map((piece) => ({ key: piece.id, mark, pieces: [piece] }))
      : [{ key: mark.id, mark, pieces: own }]
  })
}
