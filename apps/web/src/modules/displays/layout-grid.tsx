import { canvases, type CanvasName } from '@cloud-factory/domain/displays/display-enums'
import type { Panel } from '@cloud-factory/contract/displays/screens'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { moved, resized } from './editor.rules.ts'

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

/** The grid of a page. Panels are moved and resized by pointer or arrow keys; Shift resizes. */
export function LayoutGrid(props: Props) {
  const { panels, problems, chosen, locked, onChoose } = props
  const { t } = useTranslation('displays')
  const help = useId()
  const board = useRef<HTMLDivElement>(null)
  const canvas = canvases[props.canvas]
  const { announcement, where, change, onKeyDown } = usePanelKeys(props)
  const dragging = usePanelDrag(board, props, change)
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
        {...dragging.onBoard}
      >
        {panels.map((panel, place) => (
          <GridPanel
            // oxlint-disable-next-line react/no-array-index-key -- a panel is what stands at this place of the list
            key={place}
            shown={dragging.shown(panel, place)}
            canvas={canvas}
            where={where}
            reason={problems.get(place)}
            help={help}
            isChosen={chosen === place}
            locked={locked}
            onFocus={() => onChoose(place)}
            onKeyDown={(event) => onKeyDown(event, place, panel)}
            onGrab={(event, isSize) => dragging.begin(event, { place, panel, isSize })}
          />
        ))}
      </div>
      <p className="screen-said" role="status">
        {announcement}
      </p>
    </>
  )
}

/** Moves and removes panels by keyboard, and announces the result. */
function usePanelKeys({ canvas: name, locked, onChange, onOpen }: Props) {
  const { t } = useTranslation('displays')
  const [announcement, setAnnouncement] = useState('')
  const canvas = canvases[name]
  const where = ({ kind, x, y, width, height }: Panel) =>
    t('where', { name: t(`panel.${kind}.name`), x: x + 1, y: y + 1, width, height })
  const change = (place: number, panel: Panel) => {
    onChange(place, panel)
    setAnnouncement(where(panel))
  }
  const onKeyDown = (event: KeyboardEvent, place: number, panel: Panel) => {
    const act = keyAct(event, {
      locked,
      open: onOpen,
      remove: () => {
        onChange(place, null)
        setAnnouncement(t('removed', { name: t(`panel.${panel.kind}.name`) }))
      },
      move: (dx, dy) => change(place, moved(panel, dx, dy, canvas)),
      resize: (dx, dy) => change(place, resized(panel, dx, dy, canvas)),
    })
    if (act === null) return
    event.preventDefault()
    act()
  }
  return { announcement, where, change, onKeyDown }
}

interface KeyActs {
  readonly locked: boolean
  readonly open: () => void
  readonly remove: () => void
  readonly move: (dx: number, dy: number) => void
  readonly resize: (dx: number, dy: number) => void
}

/** Action of a key on a panel; null: none. */
function keyAct({ key, shiftKey }: KeyboardEvent, acts: KeyActs): (() => void) | null {
  if (key === 'Enter' || key === ' ') return acts.open
  if (acts.locked) return null
  if (key === 'Delete' || key === 'Backspace') return acts.remove
  const arrow = arrows[key]
  if (arrow === undefined) return null
  return () => (shiftKey ? acts.resize(...arrow) : acts.move(...arrow))
}

/** Drags a panel with the pointer; calls `change` on release if the panel has changed. */
function usePanelDrag(
  board: RefObject<HTMLDivElement | null>,
  { canvas: name, panels, locked, onChoose }: Props,
  change: (place: number, panel: Panel) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const canvas = canvases[name]
  const dragged = (event: PointerEvent, from: Drag): Panel => {
    const dx = Math.round((event.clientX - from.x) / from.cellX)
    const dy = Math.round((event.clientY - from.y) / from.cellY)
    const start = panels[from.place] ?? from.panel
    return from.isSize ? resized(start, dx, dy, canvas) : moved(start, dx, dy, canvas)
  }
  return {
    /** A panel as it is drawn now. */
    shown: (panel: Panel, place: number): Panel => (drag?.place === place ? drag.panel : panel),
    begin: (event: PointerEvent<HTMLElement>, grabbed: Pick<Drag, 'place' | 'panel' | 'isSize'>) => {
      if (event.button !== 0 || board.current === null) return
      event.stopPropagation()
      onChoose(grabbed.place)
      if (locked) return
      const { width, height } = board.current.getBoundingClientRect()
      board.current.setPointerCapture(event.pointerId)
      const cell = { cellX: width / canvas.columns, cellY: height / canvas.rows }
      setDrag({ ...grabbed, x: event.clientX, y: event.clientY, ...cell })
    },
    onBoard: {
      onPointerMove: (event: PointerEvent) => {
        if (drag !== null) setDrag({ ...drag, panel: dragged(event, drag) })
      },
      onPointerUp: (event: PointerEvent) => {
        if (drag === null) return
        const panel = dragged(event, drag)
        setDrag(null)
        if (JSON.stringify(panel) !== JSON.stringify(panels[drag.place])) change(drag.place, panel)
      },
      onPointerCancel: () => setDrag(null),
    },
  }
}

interface PanelProps {
  readonly shown: Panel
  readonly canvas: Size
  readonly where: (panel: Panel) => string
  /** Reason why the panel is invalid. */
  readonly reason: string | undefined
  /** Id of the text that explains the keyboard control. */
  readonly help: string
  readonly isChosen: boolean
  readonly locked: boolean
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** The pointer takes it, or its corner. */
  readonly onGrab: (event: PointerEvent<HTMLElement>, isSize: boolean) => void
}

function GridPanel(props: PanelProps) {
  const { shown, canvas, where, reason, help, isChosen, locked, onFocus, onKeyDown, onGrab } = props
  const { t } = useTranslation('displays')
  return (
    <div
      role="button"
      tabIndex={0}
      className={`layout-panel ${reason === undefined ? '' : 'is-wrong'}`}
      data-kind={shown.kind}
      aria-pressed={isChosen}
      aria-label={reason === undefined ? where(shown) : `${where(shown)}. ${reason}`}
      aria-describedby={help}
      title={reason}
      style={boxStyle(shown, canvas)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => onGrab(event, false)}
    >
      {/* The accessible name has name and size in the visible order, so that voice control finds it. */}
      <span className="layout-name">{t(`panel.${shown.kind}.name`)}</span>{' '}
      <span className="layout-size">
        {shown.width}×{shown.height}
      </span>
      {!locked && (
        <span className="layout-handle" aria-hidden="true" onPointerDown={(event) => onGrab(event, true)} />
      )}
    </div>
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
