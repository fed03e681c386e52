import { canvases } from '@cloud-factory/domain/displays/display-enums'
import type { Panel, ScreenDetail, ScreenLayout } from '@cloud-factory/contract/displays/screens'
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
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { stageOf } from '../../wall/frame/frame.rules.ts'
import { boxStyle, cellOf, gridStyle, isSameBox, shownOf, withPanels } from './layout-geometry.ts'
import { moved, resized } from './editor.rules.ts'

/** The wall's own code, loaded after the editor. */
export const PageDrawing = lazyComponent(
  async () => (await import('../../wall/embed/page-drawing.tsx')).PageDrawing,
)

interface Props {
  readonly screen: ScreenDetail
  readonly layout: ScreenLayout
  /** The page that is edited, by its place. */
  readonly page: number
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
  const { screen, layout, panels, problems, chosen, locked, onChoose } = props
  const { t } = useTranslation('displays')
  const help = useId()
  const board = useRef<HTMLDivElement>(null)
  const canvas = canvases[layout.canvas]
  const simulated = screen.source === 'simulated'
  const { announcement, where, change, onKeyDown } = usePanelKeys(props)
  const dragging = usePanelDrag(board, props, change)
  const drawn = panels.map(dragging.shown)
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
        style={gridStyle(layout.canvas, simulated)}
        {...dragging.onBoard}
      >
        <Overlay>
          <PageDrawing
            screen={shownOf(screen, layout)}
            layout={withPanels(layout, props.page, drawn)}
            page={props.page}
          />
        </Overlay>
        <span className="layout-lines" aria-hidden="true" />
        {drawn.map((panel, place) => (
          <GridPanel
            // oxlint-disable-next-line react/no-array-index-key -- a panel is what stands at this place of the list
            key={place}
            shown={panel}
            style={boxStyle(layout.canvas, panel, simulated)}
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
function usePanelKeys({ layout, locked, onChange, onOpen }: Props) {
  const { t } = useTranslation('displays')
  const [announcement, setAnnouncement] = useState('')
  const canvas = canvases[layout.canvas]
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
  { screen, layout, panels, locked, onChoose }: Props,
  change: (place: number, panel: Panel) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const canvas = canvases[layout.canvas]
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
      const { width } = board.current.getBoundingClientRect()
      board.current.setPointerCapture(event.pointerId)
      const scale = width / stageOf(layout.canvas).width
      const cell = cellOf(layout.canvas, screen.source === 'simulated')
      setDrag({
        ...grabbed,
        x: event.clientX,
        y: event.clientY,
        cellX: cell.width * scale,
        cellY: cell.height * scale,
      })
    },
    onBoard: {
      onPointerMove: (event: PointerEvent) => {
        if (drag === null) return
        const panel = dragged(event, drag)
        // Renders once a cell, not once a pixel.
        if (!isSameBox(panel, drag.panel)) setDrag({ ...drag, panel })
      },
      onPointerUp: (event: PointerEvent) => {
        if (drag === null) return
        const panel = dragged(event, drag)
        setDrag(null)
        if (!isSameBox(panel, panels[drag.place] ?? drag.panel)) change(drag.place, panel)
      },
      onPointerCancel: () => setDrag(null),
    },
  }
}

interface PanelProps {
  readonly shown: Panel
  readonly style: CSSProperties
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
  const { shown, style, where, reason, help, isChosen, locked, onFocus, onKeyDown, onGrab } = props
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
      style={style}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => onGrab(event, false)}
    >
      {/* The accessible name has name and size in the visible order, so that voice control finds it. */}
      <span className="layout-tag">
        <span className="layout-name">{t(`panel.${shown.kind}.name`)}</span>{' '}
        <span className="layout-size">
          {shown.width}×{shown.height}
        </span>
      </span>
      {!locked && (
        <span className="layout-handle" aria-hidden="true" onPointerDown={(event) => onGrab(event, true)} />
      )}
    </div>
  )
}
