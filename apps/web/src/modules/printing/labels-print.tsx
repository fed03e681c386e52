import { SettingOutlined } from '@ant-design/icons'
import { Alert, Button, InputNumber, Popover, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import {
  a4,
  fits,
  type LabelLayout,
  layoutBounds,
  sheetOf24,
  layoutFrom,
  rollLabel,
  rollLayout,
  sheetsFor,
  partsOf,
  maxOf,
  type PrintChoice,
} from './print.rules.ts'
import { count } from '../../shared/format/numbers.ts'
import type { LabelRow } from '@cloud-factory/contract/printing/order-print'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { usePreference } from '../../shared/list/preferences.ts'
import { LabelSheets, PieceLabel } from './label-sheets.tsx'
import { PrintFrame, NothingToPrint, useGrowing } from './print-frame.tsx'
import { useLabelsOfPart } from './print.queries.ts'

interface LayoutControlsProps {
  readonly layout: LabelLayout
  readonly onLayout: (layout: LabelLayout | null) => void
  readonly used: number
  readonly onUsed: (used: number) => void
}

const fields = Object.keys(layoutBounds) as (keyof LabelLayout)[]

/** Label positions on a bought sheet, and the number of labels already used on the first sheet. */
function LayoutControls({ layout, onLayout, used, onUsed }: LayoutControlsProps) {
  const { t } = useTranslation('printing')
  const places = layout.columns * layout.rows
  return (
    <>
      <span className="print-number">
        <label htmlFor="labels-used">{t('layout.used')}</label>
        <InputNumber<number>
          id="labels-used"
          min={0}
          max={places - 1}
          precision={0}
          value={used}
          onChange={(value) => onUsed(Math.min(value ?? 0, places - 1))}
        />
      </span>
      <Popover
        trigger="click"
        placement="bottomRight"
        title={t('layout.title')}
        content={<LayoutFields layout={layout} onLayout={onLayout} />}
      >
        <Button icon={<SettingOutlined />}>
          {t('layout.shown', { columns: layout.columns, rows: layout.rows, ...sizeOf(layout) })}
        </Button>
      </Popover>
    </>
  )
}

const sizeOf = ({ widthMm, heightMm }: LabelLayout) => ({ width: widthMm, height: heightMm })

function LayoutFields({ layout, onLayout }: Pick<LayoutControlsProps, 'layout' | 'onLayout'>) {
  const { t } = useTranslation('printing')
  return (
    <div className="print-layout">
      {fields.map((field) => {
        const [min, max] = layoutBounds[field]
        const isCount = field === 'columns' || field === 'rows'
        return (
          <div key={field} className="print-number">
            <label htmlFor={`layout-${field}`}>{t(`layout.${field}`)}</label>
            <InputNumber<number>
              id={`layout-${field}`}
              min={min}
              max={max}
              step={isCount ? 1 : 0.5}
              precision={isCount ? 0 : 1}
              value={layout[field]}
              onChange={(value) => value !== null && onLayout({ ...layout, [field]: value })}
            />
          </div>
        )
      })}
      {!fits(layout, a4) && <Alert type="warning" showIcon title={t('layout.tooLarge')} />}
      <Button onClick={() => onLayout(null)}>
        {t('layout.reset', { columns: sheetOf24.columns, rows: sheetOf24.rows, ...sizeOf(sheetOf24) })}
      </Button>
    </div>
  )
}

interface PartSelectProps {
  readonly total: number
  readonly most: number
  readonly part: number
  readonly onPart: (part: number) => void
}

/**
 * Too many labels for one print are divided into parts, printed one after the other; otherwise
 * nothing is shown.
 */
function PartSelect({ total, most, part, onPart }: PartSelectProps) {
  const { t } = useTranslation('printing')
  if (total <= most) return null
  return (
    <Select<number>
      className="print-kind"
      aria-label={t('part.label')}
      popupMatchSelectWidth={false}
      value={part}
      onChange={onPart}
      options={partsOf(total, most).map((one) => ({
        value: one.part,
        label: t('part.of', { from: count(one.from), to: count(one.to), total: count(total) }),
      }))}
    />
  )
}

interface LabelsPrintProps {
  readonly order: OrderRow
  readonly choice: PrintChoice
  readonly controls: ReactNode
  readonly onPart: (part: number) => void
}

const idOf = ({ id }: LabelRow) => id
/** Labels rendered before the page handles input again. */
const labelsAtOnce = 72

/** Labels of pieces: many on a sheet, or one on each label of a roll. */
export function LabelsPrint({ order, choice, controls, onPart }: LabelsPrintProps) {
  const { t } = useTranslation('printing')
  const [stored, store] = usePreference('print.labels')
  const [usedInput, setUsed] = useState(0)
  const isRoll = choice.kind === 'roll'
  const layout = useMemo(() => (isRoll ? rollLayout : layoutFrom(stored)), [isRoll, stored])
  const places = layout.columns * layout.rows
  const used = isRoll ? 0 : Math.min(usedInput, places - 1)
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
