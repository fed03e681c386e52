import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  HolderOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { Button, ConfigProvider } from 'antd'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'

interface Props<Row> {
  readonly rows: readonly Row[]
  readonly onChange: (rows: Row[]) => void
  /** Label of a row: 公告 1. */
  readonly nameOf: (at: number) => string
  readonly addWord: string
  readonly empty: string
  readonly most: number
  readonly fresh: () => Row
  readonly aside?: (row: Row) => ReactNode
  readonly render: (row: Row, change: (part: Partial<Row>) => void, at: number) => ReactNode
}

/** Rows in an order that is dragged, or moved by buttons. */
export function SortedList<Row>(props: Props<Row>) {
  const { rows, onChange, nameOf, addWord, empty, most, aside, render } = props
  const locked = ConfigProvider.useConfig().componentDisabled === true
  const { list, dragged, setDragged, add, remove, press, drop } = useSorting(props)
  return (
    <div className="info-part">
      {rows.length === 0 && <p className="page-note">{empty}</p>}
      <ul className="sorted-list" ref={list}>
        {rows.map((row, at) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- rows have nothing of their own, and their fields no state
            key={at}
            className={dragged === at ? 'sorted-row is-dragged' : 'sorted-row'}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => drop(event, at)}
          >
            <div className="sorted-head">
              {!locked && <Handle name={nameOf(at)} onDrag={(on) => setDragged(on ? at : null)} />}
              <strong>{nameOf(at)}</strong>
              {aside?.(row)}
              {!locked && (
                <RowButtons
                  name={nameOf(at)}
                  isFirst={at === 0}
                  isLast={at === rows.length - 1}
                  onMove={(by) => press(at, by)}
                  onRemove={() => remove(at)}
                />
              )}
            </div>
            {render(
              row,
              (part) => onChange(rows.map((one, place) => (place === at ? { ...one, ...part } : one))),
              at,
            )}
          </li>
        ))}
      </ul>
      {!locked && (
        <Button icon={<PlusOutlined />} disabled={rows.length >= most} onClick={add}>
          {addWord}
        </Button>
      )}
    </div>
  )
}

/** Adds, removes and moves rows, and keeps the focus on the row that was changed. */
function useSorting<Row>({ rows, onChange, fresh }: Pick<Props<Row>, 'rows' | 'onChange' | 'fresh'>) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const focusOn = (at: number, part: string) =>
    requestAnimationFrame(() =>
      list.current
        ?.querySelectorAll<HTMLElement>('.sorted-row')
        [at]?.querySelector<HTMLElement>(part)
        ?.focus(),
    )
  const add = () => {
    onChange([...rows, fresh()])
    focusOn(rows.length, 'input, textarea')
  }
  const remove = (at: number) => {
    onChange(rows.filter((_, place) => place !== at))
    if (rows.length > 1) focusOn(Math.min(at, rows.length - 2), '.sorted-remove')
  }
  const move = (from: number, to: number) => {
    const moved = [...rows]
    moved.splice(to, 0, ...moved.splice(from, 1))
    onChange(moved)
  }
  const press = (from: number, by: number) => {
    move(from, from + by)
    // The button moves with its row, so pressing it again moves the same row further.
    focusOn(from + by, by < 0 ? '.sorted-up' : '.sorted-down')
  }
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault()
    if (dragged !== null && dragged !== at) move(dragged, at)
    setDragged(null)
  }
  return { list, dragged, setDragged, add, remove, press, drop }
}

interface HandleProps {
  readonly name: string
  /** It is dragged, or was let go. */
  readonly onDrag: (on: boolean) => void
}

function Handle({ name, onDrag }: HandleProps) {
  return (
    <span
      className="sorted-handle"
      draggable
      aria-hidden
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
    >
      <HolderOutlined />
    </span>
  )
}

interface RowButtonsProps {
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

function RowButtons({ name, isFirst, isLast, onMove, onRemove }: RowButtonsProps) {
  const { t } = useTranslation('display-info')
  return (
    <span className="sorted-buttons">
      <Button
        type="text"
        className="sorted-up"
        icon={<ArrowUpOutlined />}
        aria-label={t('up', { name })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        className="sorted-down"
        icon={<ArrowDownOutlined />}
        aria-label={t('down', { name })}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <Button
        type="text"
        danger
        className="sorted-remove"
        icon={<DeleteOutlined />}
        aria-label={t('remove', { name })}
        onClick={onRemove}
      />
    </span>
  )
}
