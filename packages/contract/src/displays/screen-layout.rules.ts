import { fitsOption, panelOptions } from './screen-options.ts'
import { layoutSchema } from './screen-templates.ts'
import { type Canvas, canvases, minPanel } from '@cloud-factory/domain/displays/display-enums'
import type { Panel, ScreenLayout, ScreenPage } from './screens.ts'

/** A problem that must be fixed before publishing: its place in the layout, and a key that the browser translates. */
export interface LayoutProblem {
  readonly path: string
  readonly reason: string
}

const minDwellS = 5
const maxDwellS = 3600

type Box = Pick<Panel, 'x' | 'y' | 'width' | 'height'>

/** Whether two boxes share a cell. */
export const boxesOverlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Whether a box is entirely on the grid. */
export const isOnGrid = ({ x, y, width, height }: Box, { columns, rows }: Canvas): boolean =>
  x >= 0 && y >= 0 && x + width <= columns && y + height <= rows

function panelProblems(panel: Panel, before: readonly Panel[], canvas: Canvas): string[] {
  const least = minPanel[panel.kind]
  return [
    ...(isOnGrid(panel, canvas) ? [] : ['screen.outside']),
    ...(panel.width < least.width || panel.height < least.height ? ['screen.too_small'] : []),
    ...(before.some((other) => boxesOverlap(other, panel)) ? ['screen.overlaps'] : []),
  ]
}

function optionProblems({ kind, options }: Panel): LayoutProblem[] {
  const known = panelOptions(kind)
  return Object.entries(options).flatMap(([name, value]) => {
    const option = known[name]
    if (option === undefined) return [{ path: `options.${name}`, reason: 'screen.unknown_option' }]
    return fitsOption(option, value) ? [] : [{ path: `options.${name}`, reason: 'screen.bad_option' }]
  })
}

function pageProblems(page: ScreenPage, canvas: Canvas): LayoutProblem[] {
  const { panels, dwellS, schedule } = page
  return [
    ...(panels.length === 0 ? [{ path: 'panels', reason: 'screen.no_panels' }] : []),
    ...(dwellS < minDwellS || dwellS > maxDwellS ? [{ path: 'dwellS', reason: 'screen.dwell' }] : []),
    ...(schedule !== null && schedule.fromMinute === schedule.toMinute
      ? [{ path: 'schedule', reason: 'screen.no_time' }]
      : []),
    ...panels.flatMap((panel, place) => [
      ...panelProblems(panel, panels.slice(0, place), canvas).map((reason) => ({
        path: `panels.${place}`,
        reason,
      })),
      ...optionProblems(panel).map(({ path, reason }) => ({ path: `panels.${place}.${path}`, reason })),
    ]),
  ]
}

/** Problems that prevent the publishing of a layout; empty: none. */
export function layoutProblems(layout: ScreenLayout): LayoutProblem[] {
  const { schemaVersion, canvas, dim, pages } = layout
  return [
    ...(schemaVersion > layoutSchema ? [{ path: 'schemaVersion', reason: 'screen.newer' }] : []),
    ...(dim !== null && dim.from === dim.to ? [{ path: 'dim', reason: 'screen.no_time' }] : []),
    ...(pages.length === 0 ? [{ path: 'pages', reason: 'screen.no_pages' }] : []),
    // If every page depended on hours or shifts, there would be times with nothing to show.
    ...(pages.length > 0 && pages.every(({ schedule }) => schedule !== null)
      ? [{ path: 'pages', reason: 'screen.no_page_always' }]
      : []),
    ...pages.flatMap((page, place) =>
      pageProblems(page, canvases[canvas]).map(({ path, reason }) => ({
        path: `pages.${place}.${path}`,
        reason,
      })),
    ),
  ]
}
