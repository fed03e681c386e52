import { boxesOverlap } from '@cloud-factory/contract/displays/screen-layout.rules'
import type { Panel, ScreenDetail, ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { canvases } from '@cloud-factory/domain/displays/display-enums'
import { type PointerEvent, type RefObject, useState } from 'react'
import { type Box, boxOf, stageOf } from '../../wall/frame/frame.rules.ts'
import { covered, madeRoom, type Step, stepOf } from './arrange.rules.ts'
import { cellOf, frameOf, type Point } from './layout-geometry.ts'
import type { Editing } from './use-editing.ts'

/** A drag of the chosen panels, or of a frame around panels to choose. */
type Drag =
  | {
      readonly what: 'panels'
      readonly from: Point
      readonly chosen: readonly number[]
      readonly step: Step
      /** The page as it would be; others have moved aside unless there is no room. */
      readonly panels: readonly Panel[]
      readonly isBlocked: boolean
    }
  | { readonly what: 'frame'; readonly from: Point; readonly to: Point }

interface Deps {
  readonly board: RefObject<HTMLDivElement | null>
  readonly screen: ScreenDetail
  readonly layout: ScreenLayout
  readonly locked: boolean
  readonly editing: Editing
  /** Says where panels are now. */
  readonly announce: (panels: readonly Panel[], chosen: readonly number[], hasRoom: boolean) => void
}

type PanelDrag = Extract<Drag, { what: 'panels' }>

/** The pointer on the stage, and what a drag to there makes of the page. */
function useDragRules({ board, screen, layout, editing }: Deps) {
  const simulated = screen.source === 'simulated'
  const canvas = canvases[layout.canvas]
  const { panels } = editing
  return {
    /** Where the pointer is, px of the stage. */
    pointOf: ({ clientX, clientY }: PointerEvent): Point => {
      const { left, top, width } = board.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1 }
      const scale = width / stageOf(layout.canvas).width
      return { x: (clientX - left) / scale, y: (clientY - top) / scale }
    },
    draggedTo: (to: Point, before: PanelDrag): Drag => {
      const cell = cellOf(layout.canvas, simulated)
      const dx = Math.round((to.x - before.from.x) / cell.width)
      const dy = Math.round((to.y - before.from.y) / cell.height)
      // Renders once a cell, not once a pixel.
      if (dx === before.step.dx && dy === before.step.dy) return before
      const step = { ...before.step, dx, dy }
      const targets = stepOf(panels, before.chosen, step, canvas)
      const after = madeRoom(panels, targets, canvas)
      return { ...before, step, panels: after ?? covered(panels, targets), isBlocked: after === null }
    },
    /** Panels that the box touches. */
    inside: (box: Box): number[] =>
      panels.flatMap((panel, at) => (boxesOverlap(box, boxOf(layout.canvas, panel, simulated)) ? [at] : [])),
  }
}

/** Panels are dragged one or several at a time; on empty ground the pointer draws a frame around panels to choose. */
export function usePanelDrag(deps: Deps) {
  const { board, locked, editing, announce } = deps
  const [drag, setDrag] = useState<Drag | null>(null)
  const { pointOf, draggedTo, inside } = useDragRules(deps)
  const { panels, chosen } = editing
  const begin = (event: PointerEvent<HTMLElement>, start: (from: Point) => Drag | null) => {
    if (event.button !== 0 || board.current === null) return
    event.stopPropagation()
    const begun = start(pointOf(event))
    if (begun === null) return
    board.current.setPointerCapture(event.pointerId)
    setDrag(begun)
  }
  /** Takes the chosen panels if this is one of them, else this one alone; its corner is of this one. */
  const take = (from: Point, place: number, isSize: boolean): Drag | null => {
    const own = chosen.includes(place) && !isSize ? chosen : [place]
    if (own !== chosen) editing.choose(own)
    const step = { dx: 0, dy: 0, isSize }
    return locked ? null : { what: 'panels', from, chosen: own, step, panels, isBlocked: false }
  }
  const drop = (dropped: Drag) => {
    if (dropped.what === 'frame') {
      const within = inside(frameOf(dropped.from, dropped.to))
      return editing.choose(within, within.length > 1)
    }
    if (dropped.panels === panels) return
    announce(dropped.panels, dropped.chosen, !dropped.isBlocked)
    if (!dropped.isBlocked) editing.setPanels(dropped.panels)
  }
  return {
    drag,
    grab: (event: PointerEvent<HTMLElement>, place: number, isSize: boolean) =>
      begin(event, (from) => {
        if (!event.shiftKey) return take(from, place, isSize)
        editing.toggle(place)
        return null
      }),
    onBoard: {
      onPointerDown: (event: PointerEvent<HTMLElement>) =>
        begin(event, (from) => ({ what: 'frame', from, to: from })),
      onPointerMove: (event: PointerEvent) => {
        if (drag === null) return
        const to = pointOf(event)
        setDrag(drag.what === 'frame' ? { ...drag, to } : draggedTo(to, drag))
      },
      onPointerUp: () => {
        if (drag === null) return
        setDrag(null)
        drop(drag)
      },
      onPointerCancel: () => setDrag(null),
    },
  }
}
