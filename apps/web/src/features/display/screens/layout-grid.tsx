import { canvases, type CanvasName } from '@cloud-factory/contract/screen-enums'
import type { Panel } from '@cloud-factory/contract/screens'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moved, resized } from './layout-edit.rules.ts'

interface Props {
  readonly canvas: CanvasName
  readonly panels: readonly Panel[]
  /** Reasons by place of the panel. */
  readonly problems: ReadonlyMap<number, string>
  readonly chosen: number | null
  /** Panels are marked and never moved. */
  readonly locked: boolean
  readonly onChoose: (place: number | null) => void
  readonly onChange: (place: number, panel: Panel | null) => void
  /** On to what can be chosen of the panel that is marked. */
  readonly onOpen: () => void
}

interface Drag {
  readonly place: number
  readonly isSize: boolean
  readonly x: number
  readonly y: number
  /** px of one cell. */
  readonly cellX: number
  readonly cellY: number
  readonly panel: Panel
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The grid of a page. Panels are dragged and sized by the pointer, or by arrows, with Shift for the size. */
export function LayoutGrid(props: Props) {
  const { canvas: name, panels, problems, chosen, locked, onChoose, onChange, onOpen } = props
  const { t } = useTranslation('screens')
  const help = useId()
  const board = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [said, setSaid] = useState('')
  const canvas = canvases[name]

  const where = ({ kind, x, y, width, height }: Panel) =>
    t('where', { name: t(`panel.${kind}.name`), x: x + 1, y: y + 1, width, height })
  const change = (place: number, panel: Panel) => {
    onChange(place, panel)
    setSaid(where(panel))
  }
  const onKeyDown = (event: KeyboardEvent, place: number, panel: Panel) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onOpen()
    }
    if (locked) return undefined
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onChange(place, null)
      return setSaid(t('removed', { name: t(`panel.${panel.kind}.name`) }))
    }
    const [dx, dy] = arrows[event.key] ?? []
    if (dx === undefined || dy === undefined) return undefined
    event.preventDefault()
    return change(place, event.shiftKey ? resized(panel, dx, dy, canvas) : moved(panel, dx, dy, canvas))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>, place: number, panel: Panel, isSize: boolean) => {
    if (event.button !== 0 || board.current === null) return
    event.stopPropagation()
    onChoose(place)
    if (locked) return
    const { width, height } = board.current.getBoundingClientRect()
    board.current.setPointerCapture(event.pointerId)
    const cell = { cellX: width / canvas.columns, cellY: height / canvas.rows }
    setDrag({ place, isSize, x: event.clientX, y: event.clientY, ...cell, panel })
  }
  const dragged = (event: PointerEvent, from: Drag): Panel => {
    const [dx, dy] = [
      Math.round((event.clientX - from.x) / from.cellX),
      Math.round((event.clientY - from.y) / from.cellY),
    ]
    const start = panels[from.place] ?? from.panel
    return from.isSize ? resized(start, dx, dy, canvas) : moved(start, dx, dy, canvas)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag !== null) setDrag({ ...drag, panel: dragged(event, drag) })
  }
  const onPointerUp = (event: PointerEvent) => {
    if (drag === null) return
    const panel = dragged(event, drag)
    setDrag(null)
    if (JSON.stringify(panel) !== JSON.stringify(panels[drag.place])) change(drag.place, panel)
  }
  return (
    <>
      <p id={help} className="screen-soft" hidden={locked}>
        {t('gridHelp')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the panels on it are what is used */}
      <div
        ref={board}
        className="layout-grid"
        role="group"
        aria-label={t('grid', { columns: canvas.columns, rows: canvas.rows })}
        tabIndex={-1}
        style={gridStyle(canvas)}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(null)}
      >
        {panels.map((panel, place) => {
          const shown = drag?.place === place ? drag.panel : panel
          const reason = problems.get(place)
          return (
            <div
              // oxlint-disable-next-line react/no-array-index-key -- a panel is what stands at this place of the list
              key={place}
              role="button"
              tabIndex={0}
              className={`layout-panel ${reason === undefined ? '' : 'is-wrong'}`}
              data-kind={panel.kind}
              aria-pressed={chosen === place}
              aria-label={reason === undefined ? where(shown) : `${where(shown)}. ${reason}`}
              aria-describedby={help}
              title={reason}
              style={boxStyle(shown, canvas)}
              onFocus={() => onChoose(place)}
              onKeyDown={(event) => onKeyDown(event, place, panel)}
              onPointerDown={(event) => onPointerDown(event, place, panel, false)}
            >
              {/* Name and size stand in this order in the spoken name too: who says what they see is understood. */}
              <span className="layout-name">{t(`panel.${panel.kind}.name`)}</span>{' '}
              <span className="layout-size">
                {shown.width}×{shown.height}
              </span>
              {!locked && (
                <span
                  className="layout-handle"
                  aria-hidden="true"
                  onPointerDown={(event) => onPointerDown(event, place, panel, true)}
                />
              )}
            </div>
          )
        })}
      </div>
      <p className="screen-said" role="status">
        {said}
      </p>
    </>
  )
}

type Size = {
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly rows: number
}

const gridStyle = ({ width, height, columns, rows }: Size): CSSProperties =>
  ({
    aspectRatio: `${width} / ${height}`,
    '--columns': columns,
    '--rows': rows,
    ...(height > width && { maxWidth: 460 }),
  }) as CSSProperties

const boxStyle = ({ x, y, width, height }: Panel, { columns, rows }: Size): CSSProperties => ({
  left: `${(x / columns) * 100}%`,
  top: `${(y / rows) * 100}%`,
  width: `${(width / columns) * 100}%`,
  height: `${(height / rows) * 100}%`,
})
