import { type CanvasName, canvases } from '@cloud-factory/domain/displays/screen-enums'

/** Heights of the elements around the grid, logical pixels. */
export const headerHeight = 72
export const tickerHeight = 48
export const bandHeight = 40
const gutter = 8

export interface Size {
  readonly width: number
  readonly height: number
}
export interface Box extends Size {
  readonly x: number
  readonly y: number
}
/** Place on the grid, in cells. */
export type Cells = Box

/**
 * Size of a canvas before scaling. 4K is the same picture as 1080p at twice the resolution, so
 * letters keep their share of the screen.
 */
export function stageOf(name: CanvasName): Size & { readonly columns: number; readonly rows: number } {
  const { width, height, columns, rows } = canvases[name]
  const unit = Math.min(width, height) / 1080
  return { width: width / unit, height: height / unit, columns, rows }
}

export interface Fit {
  readonly scale: number
  /** Margin on each side, in window pixels. */
  readonly left: number
  readonly top: number
}

/**
 * Scales equally in both directions and centres. A window without a size shows nothing instead of
 * dividing by zero.
 */
export function fitInto(stage: Size, view: Size): Fit {
  const scale = Math.max(0, Math.min(view.width / stage.width, view.height / stage.height))
  return {
    scale,
    left: (view.width - stage.width * scale) / 2,
    top: (view.height - stage.height * scale) / 2,
  }
}

/** Position of a panel on the stage; `hasBand`: the band for simulated data is above the grid. */
export function boxOf(name: CanvasName, cells: Cells, hasBand: boolean): Box {
  const { width, height, columns, rows } = stageOf(name)
  const above = headerHeight + (hasBand ? bandHeight : 0)
  const cellWidth = (width - gutter) / columns
  const cellHeight = (height - above - tickerHeight - gutter) / rows
  return {
    x: gutter + cells.x * cellWidth,
    y: above + gutter + cells.y * cellHeight,
    width: cells.width * cellWidth - gutter,
    height: cells.height * cellHeight - gutter,
  }
}

/**
 * Against burn-in: small steps along a ring, one a minute; at most `reach` pixels from the original
 * position.
 */
export function shiftAt(minute: number, reach = 2): { readonly x: number; readonly y: number } {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
  ] as const
  const [x, y] = ring[((minute % ring.length) + ring.length) % ring.length] ?? ring[0]
  return { x: x * reach, y: y * reach }
}
