import type { LabelRow } from '@cloud-factory/contract/printing/order-print'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../../shared/list/preferences.ts'
import { LabelSheets } from './label-sheets.tsx'
import { LayoutControls } from './layout-controls.tsx'
import { a4, layoutFrom, rollLabel, rollLayout, sheetsFor } from './paper.rules.ts'
import { PieceLabel } from './piece-label.tsx'
import { PartSelect } from './part-select.tsx'
import { maxOf, type PrintChoice } from './print-choice.rules.ts'
import { PrintFrame } from './print-frame.tsx'
import { useLabelsOfPart } from './print.queries.ts'
import { NothingToPrint } from './nothing-to-print.tsx'
import { useGrowing } from './use-growing.ts'

interface Props {
  readonly order: OrderRow
  readonly choice: PrintChoice
  readonly controls: ReactNode
  readonly onPart: (part: number) => void
}

const idOf = ({ id }: LabelRow) => id
/** Labels rendered before the page handles input again. */
const labelsAtOnce = 72

/** Labels of pieces: many on a sheet, or one on each label of a roll. */
export function LabelsPrint({ order, choice, controls, onPart }: Props) {
  const { t } = useTranslation('printing')
  const [stored, store] = usePreference('print.labels')
  const [usedAsked, setUsed] = useState(0)
  const isRoll = choice.kind === 'roll'
  const layout = useMemo(() => (isRoll ? rollLayout : layoutFrom(stored)), [isRoll, stored])
  const places = layout.columns * layout.rows
  const used = isRoll ? 0 : Math.min(usedAsked, places - 1)
  const most = maxOf[choice.kind]
  const { data, error, refetch, fetched } = useLabelsOfPart(order.id, choice, most)
  const items = data?.items ?? none
  const sheets = sheetsFor(items.length, layout, used)
  const drawn = useGrowing(sheets, Math.max(1, Math.floor(labelsAtOnce / places)), JSON.stringify(choice))
  const render = useCallback(
    (piece: LabelRow) => <PieceLabel piece={piece} order={order} layout={layout} />,
    [order, layout],
  )
  return (
    <PrintFrame
      title={t('title.labels', { no: order.no })}
      fileName={t('file.labels', { no: order.no })}
      back={`/order/detail/${order.id}`}
      paper={isRoll ? rollLabel : a4}
      namespaces={ordersWords}
      error={error}
      onRetry={() => void refetch()}
      waiting={waitingOf(data === undefined ? fetched : null, drawn, sheets)}
      controls={
        <>
          {controls}
          {data !== undefined && (
            <LabelsFound count={items.length} sheets={sheets}>
              <PartSelect total={data.total} most={most} part={choice.part} onPart={onPart} />
            </LabelsFound>
          )}
          {!isRoll && <LayoutControls layout={layout} onLayout={store} used={used} onUsed={setUsed} />}
        </>
      }
    >
      {data !== undefined && items.length === 0 && <NothingToPrint total={data.total} most={most} />}
      <LabelSheets
        paper={isRoll ? rollLabel : a4}
        layout={layout}
        used={used}
        items={items}
        drawn={drawn}
        render={render}
        itemKey={idOf}
      />
    </PrintFrame>
  )
}

function LabelsFound(props: {
  readonly count: number
  readonly sheets: number
  readonly children: ReactNode
}) {
  const { t } = useTranslation('printing')
  const { count, sheets, children } = props
  return (
    <>
      {children}
      <span className="page-note">{t('labels', { count, sheets })}</span>
    </>
  )
}

const none: readonly LabelRow[] = []
const ordersWords = ['orders'] as const

/** Half of the way is fetching, half is drawing; undefined when there is nothing left to wait for. */
function waitingOf(
  fetching: { readonly done: number; readonly total: number } | null,
  drawn: number,
  all: number,
) {
  if (fetching !== null) return { done: fetching.done, total: Math.max(1, fetching.total * 2) }
  return drawn < all ? { done: all + drawn, total: all * 2 } : undefined
}
