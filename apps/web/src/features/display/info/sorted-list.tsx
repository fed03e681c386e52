import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  HolderOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { Button, ConfigProvider } from 'antd'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props<Row> {
  readonly rows: readonly Row[]
  readonly onChange: (rows: Row[]) => void
  /** What a row is called: 公告 1. */
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
  const { rows, onChange, nameOf, addWord, empty, most, fresh, aside, render } = props
  const { t } = useTranslation('display-info')
  const { componentDisabled: locked } = ConfigProvider.useConfig()
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
    // The button goes along with its row: who presses it again moves the same row on.
    focusOn(from + by, by < 0 ? '.sorted-up' : '.sorted-down')
  }
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault()
    if (dragged !== null && dragged !== at) move(dragged, at)
    setDragged(null)
  }
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
              {locked !== true && (
                <span
                  className="sorted-handle"
                  draggable
                  aria-hidden
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'move'
                    event.dataTransfer.setData('text/plain', nameOf(at))
                    setDragged(at)
                  }}
                  onDragEnd={() => setDragged(null)}
                >
                  <HolderOutlined />
                </span>
              )}
              <strong>{nameOf(at)}</strong>
              {aside?.(row)}
              {locked !== true && (
                <span className="sorted-buttons">
                  <Button
                    type="text"
                    className="sorted-up"
                    icon={<ArrowUpOutlined />}
                    aria-label={t('up', { name: nameOf(at) })}
                    disabled={at === 0}
                    onClick={() => press(at, -1)}
                  />
                  <Button
                    type="text"
                    className="sorted-down"
                    icon={<ArrowDownOutlined />}
                    aria-label={t('down', { name: nameOf(at) })}
                    disabled={at === rows.length - 1}
                    onClick={() => press(at, 1)}
                  />
                  <Button
                    type="text"
                    danger
                    className="sorted-remove"
                    icon={<DeleteOutlined />}
                    aria-label={t('remove', { name: nameOf(at) })}
                    onClick={() => remove(at)}
                  />
                </span>
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
      {locked !== true && (
        <Button icon={<PlusOutlined />} disabled={rows.length >= most} onClick={add}>
          {addWord}
        </Button>
      )}
    </div>
  )
}
