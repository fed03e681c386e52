import type { Panel, ScreenDetail, ScreenLayout, ShownScreen } from '@cloud-factory/contract/displays/screens'
import type { CanvasName } from '@cloud-factory/domain/displays/display-enums'
import type { CSSProperties } from 'react'
import { type Box, boxOf, stageOf } from '../../wall/frame/frame.rules.ts'

/** The screen as its wall gets it, with the layout that is being edited. */
export const shownOf = ({ id, names, place, source }: ScreenDetail, layout: ScreenLayout): ShownScreen => ({
  id,
  names,
  place,
  source,
  no: null,
  layout,
})

/** Where the wall shows a screen as it is published. */
export const addressOf = ({ id, source }: Pick<ScreenDetail, 'id' | 'source'>): string =>
  `/${source === 'live' ? 'realData' : 'virtualData'}?screen=${id}`

export const withPanels = (layout: ScreenLayout, place: number, panels: readonly Panel[]): ScreenLayout => ({
  ...layout,
  pages: layout.pages.map((page, at) => (at === place ? { ...page, panels: [...panels] } : page)),
})

/** A cell of the grid and its margins, px of the stage. */
export function cellOf(canvas: CanvasName, simulated: boolean) {
  const at = (cell: number) => boxOf(canvas, { x: cell, y: cell, width: 1, height: 1 }, simulated)
  const [first, second] = [at(0), at(1)]
  return { x: first.x, y: first.y, width: second.x - first.x, height: second.y - first.y }
}

const part = (length: number, whole: number): string => `${(length / whole) * 100}%`

/** The stage of the wall; the lines of its grid are below header and band. */
export function gridStyle(canvas: CanvasName, simulated: boolean): CSSProperties {
  const { width, height, columns, rows } = stageOf(canvas)
  const cell = cellOf(canvas, simulated)
  return {
    aspectRatio: `${width} / ${height}`,
    '--columns': columns,
    '--rows': rows,
    '--left': part(cell.x / 2, width),
    '--top': part(cell.y - cell.x / 2, height),
    '--wide': part(cell.width * columns, width),
    '--high': part(cell.height * rows, height),
    ...(height > width && { maxWidth: 560 }),
  } as CSSProperties
}

/** A box of the stage as shares of it. */
function shareOf(canvas: CanvasName, { x, y, width, height }: Box): CSSProperties {
  const stage = stageOf(canvas)
  return {
    left: part(x, stage.width),
    top: part(y, stage.height),
    width: part(width, stage.width),
    height: part(height, stage.height),
  }
}

export const boxStyle = (canvas: CanvasName, panel: Panel, simulated: boolean): CSSProperties =>
  shareOf(canvas, boxOf(canvas, panel, simulated))

/** A point on the stage, px. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The box between two points. */
export const frameOf = (from: Point, to: Point): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
})

export const frameStyle = (canvas: CanvasName, from: Point, to: Point): CSSProperties =>
  shareOf(canvas, frameOf(from, to))
