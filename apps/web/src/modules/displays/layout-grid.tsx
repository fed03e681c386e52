import { canvases } from '@cloud-factory/domain/displays/display-enums'
import type { Panel, ScreenDetail, ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { covered, guidesOf, madeRoom, type Step, stepOf } from './arrange.rules.ts'
import { boxStyle, frameStyle, gridStyle, shownOf, withPanels } from './layout-geometry.ts'
import type { Editing } from './use-editing.ts'
import { usePanelDrag } from './use-panel-drag.ts'

/** The wall's own code, loaded after the editor. */
export const PageDrawing = lazyComponent(
  async () => (await import('../../wall/embed/page-drawing.tsx')).PageDrawing,
)

interface Props {
  readonly screen: ScreenDetail
  readonly layout: ScreenLayout
  /** Reasons by place of the panel. */
  readonly problems: ReadonlyMap<number, string>
  /** Panels are chosen and never moved. */
  readonly locked: boolean
  readonly editing: Editing
}

/** The page as the TV shows it. Its panels are moved and resized by pointer or arrow keys; Shift resizes. */
export function LayoutGrid(props: Props) {
  const { screen, layout, locked, editing } = props
  const { t } = useTranslation('displays')
  const help = useId()
  const board = useRef<HTMLDivElement>(null)
  const canvas = canvases[layout.canvas]
  const simulated = screen.source === 'simulated'
  const { where, announce } = useAnnouncing(editing)
  const onKeyDown = usePanelKeys(props, announce)
  const { drag, grab, onBoard } = usePanelDrag({ board, screen, layout, locked, editing, announce })
  const dragged = drag?.what === 'panels' ? drag : null
  const drawn = dragged?.panels ?? editing.panels
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the panels on it are what is used */}
      <div
        ref={board}
        className="layout-grid"
        role="group"
        aria-label={t('grid', { columns: canvas.columns, rows: canvas.rows })}
        tabIndex={-1}
        style={gridStyle(layout.canvas, simulated)}
        {...onBoard}
      >
        <Overlay>
          <PageDrawing
            screen={shownOf(screen, layout)}
            layout={withPanels(layout, editing.place, drawn)}
            page={editing.place}
            isFixed
          />
        </Overlay>
        <span className="layout-lines" aria-hidden="true">
          {dragged !== null && <GuideLines panels={drawn} chosen={dragged.chosen} canvas={canvas} />}
        </span>
        {drawn.length === 0 && <p className="layout-empty">{t('emptyPage')}</p>}
        {drag?.what === 'frame' && (
          <span className="layout-frame" style={frameStyle(layout.canvas, drag.from, drag.to)} />
        )}
        <GridPanels
          {...props}
          drawn={drawn}
          blocked={dragged?.isBlocked === true ? dragged.chosen : []}
          help={help}
          where={where}
          onKeyDown={onKeyDown}
          onGrab={grab}
        />
      </div>
      <p id={help} className="screen-soft layout-help" hidden={locked}>
        {t('gridHelp')}
      </p>
      <p className="screen-said" role="status">
        {editing.announcement}
      </p>
    </>
  )
}

interface GridPanelsProps extends Props {
  /** As they are, or as the drag would leave them. */
  readonly drawn: readonly Panel[]
  /** Panels that have no room where they are dragged. */
  readonly blocked: readonly number[]
  readonly help: string
  readonly where: (panel: Panel) => string
  readonly onKeyDown: (event: KeyboardEvent, place: number) => void
  readonly onGrab: (event: PointerEvent<HTMLElement>, place: number, isSize: boolean) => void
}

/** What takes pointer and keys, over the picture of each panel. */
function GridPanels(props: GridPanelsProps) {
  const { screen, layout, problems, locked, editing, drawn, blocked, help, where, onKeyDown, onGrab } = props
  const { t } = useTranslation('displays')
  return drawn.map((panel, place) => (
    <GridPanel
      // oxlint-disable-next-line react/no-array-index-key -- a panel is what stands at this place of the list
      key={place}
      shown={panel}
      style={boxStyle(layout.canvas, panel, screen.source === 'simulated')}
      where={where}
      reason={blocked.includes(place) ? t('noRoomHere') : problems.get(place)}
      help={help}
      isChosen={editing.chosen.includes(place)}
      locked={locked}
      onFocus={() => !editing.isFixed && editing.choose([place])}
      onKeyDown={(event) => onKeyDown(event, place)}
      onGrab={(event, isSize) => onGrab(event, place, isSize)}
    />
  ))
}

/** Says where panels are after a step. */
function useAnnouncing({ announce }: Editing) {
  const { t } = useTranslation('displays')
  const where = ({ kind, x, y, width, height }: Panel) =>
    t('where', { name: t(`panel.${kind}.name`), x: x + 1, y: y + 1, width, height })
  return {
    where,
    announce: (panels: readonly Panel[], chosen: readonly number[], hasRoom: boolean) => {
      const [first] = chosen.flatMap((at) => panels[at] ?? [])
      if (first === undefined) return
      const text = chosen.length === 1 ? where(first) : t('movedPanels', { count: chosen.length })
      announce(hasRoom ? text : `${text}. ${t('noRoomHere')}`)
    },
  }
}

interface GuideProps {
  readonly panels: readonly Panel[]
  readonly chosen: readonly number[]
  readonly canvas: { readonly columns: number; readonly rows: number }
}

/** Lines along the edges that what is dragged shares with other panels. */
function GuideLines({ panels, chosen, canvas }: GuideProps) {
  const { columns, rows } = guidesOf(panels, chosen)
  return (
    <>
      {columns.map((edge) => (
        <i key={`x${edge}`} className="is-column" style={{ left: `${(edge / canvas.columns) * 100}%` }} />
      ))}
      {rows.map((edge) => (
        <i key={`y${edge}`} className="is-row" style={{ top: `${(edge / canvas.rows) * 100}%` }} />
      ))}
    </>
  )
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A row of steps by keyboard: the others move aside from where they were at its beginning, as in a drag. */
interface Series {
  readonly start: readonly Panel[]
  readonly chosen: string
  readonly step: Step
  /** The page after the last step; any other change ends the series. */
  readonly after: readonly Panel[]
}

/** Actions of the keys on a panel. */
function usePanelKeys(
  { layout, locked, editing }: Props,
  announce: (panels: readonly Panel[], chosen: readonly number[], hasRoom: boolean) => void,
) {
  const series = useRef<Series | null>(null)
  const canvas = canvases[layout.canvas]
  const { panels } = editing
  const step = (chosen: readonly number[], dx: number, dy: number, isSize: boolean) => {
    const { current } = series
    const goesOn =
      current !== null &&
      current.after === panels &&
      current.step.isSize === isSize &&
      current.chosen === String(chosen)
    const [start, before] = goesOn ? [current.start, current.step] : [panels, { dx: 0, dy: 0 }]
    // The grid's edge ends the way: a step beyond it does not count.
    const now = stepOf(panels, chosen, { dx, dy, isSize }, canvas)
    if ([...now].every(([at, panel]) => sameBox(panel, panels[at]))) return
    const total = { dx: before.dx + dx, dy: before.dy + dy, isSize }
    const targets = stepOf(start, chosen, total, canvas)
    const room = madeRoom(start, targets, canvas)
    const after = room ?? covered(start, targets)
    series.current = { start, chosen: String(chosen), step: total, after }
    editing.setPanels(after)
    announce(after, chosen, room !== null)
  }
  return (event: KeyboardEvent, place: number) => {
    const act = keyAct(event, editing, place, locked ? null : step)
    if (act === null) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
}

const sameBox = (one: Panel, other: Panel | undefined): boolean =>
  one.x === other?.x && one.y === other.y && one.width === other.width && one.height === other.height

type StepBy = (chosen: readonly number[], dx: number, dy: number, isSize: boolean) => void

/** Action of a key on a panel; null: none. */
function keyAct(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  editing: Editing,
  place: number,
  step: StepBy | null,
): (() => void) | null {
  if (ctrlKey || metaKey) return null
  if (key === 'Enter') return () => editing.focusOn('.editor-side [role="tabpanel"]')
  if (key === ' ') return () => editing.toggle(place)
  if (key === 'Escape') return () => editing.choose([place])
  if (key === 'Delete' || key === 'Backspace') return editing.remove
  const arrow = arrows[key]
  if (arrow === undefined || step === null) return null
  const chosen = editing.chosen.includes(place) ? editing.chosen : [place]
  return () => step(chosen, ...arrow, shiftKey)
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
