import { type PlanBox, snapM, snapped } from '@cloud-factory/domain/displays/plan-layout.rules'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { pictureQuery } from './info.queries.ts'
import { type PositionedBox, steered } from './info.rules.ts'

interface Props {
  readonly plan: { readonly widthM: number; readonly depthM: number }
  readonly underlay: string | null
  readonly boxes: readonly PositionedBox[]
  readonly nameOf: (one: PositionedBox) => string
  /** Keys `machine 7` of those with a problem. */
  readonly wrong: ReadonlySet<string>
  readonly chosen: string | null
  readonly onChoose: (key: string | null) => void
  readonly onMove: (one: PositionedBox, to: PlanBox) => void
  readonly onRemove: (one: PositionedBox) => void
  /** 1: the plan is as wide as its frame. */
  readonly zoom: number
  /** Boxes are chosen and never moved. */
  readonly locked: boolean
}

export const keyOf = ({ kind, id }: Pick<PositionedBox, 'kind' | 'id'>): string => `${kind} ${id}`

interface Drag {
  readonly key: string
  readonly resizes: boolean
  /** Position of the pointer at the start of the drag, metres, and of the box at that time. */
  readonly fromX: number
  readonly fromY: number
  readonly was: PlanBox
  readonly box: PlanBox
}

const sameBox = (a: PlanBox, b: PlanBox): boolean =>
  a.xM === b.xM && a.yM === b.yM && a.widthM === b.widthM && a.depthM === b.depthM

/** A narrower machine has no room for its name; the tooltip and the table show it. */
const minNamedM = 2

/**
 * The plan in metres. Boxes are dragged, resized at a corner, and moved with the arrow keys; Shift
 * and arrow keys resize.
 */
export function PlanCanvas(props: Props) {
  const { plan, underlay, boxes, nameOf, wrong, chosen, onChoose, onMove, onRemove, zoom, locked } = props
  const { t } = useTranslation('display-info')
  const picture = useQuery(pictureQuery(underlay))
  const svg = useRef<SVGSVGElement>(null)
  const dragging = useBoxDrag(svg, props)
  const onKey = (event: KeyboardEvent, one: PositionedBox) => {
    if (locked) return undefined
    if (event.key === 'Delete') {
      svg.current?.focus()
      return onRemove(one)
    }
    const to = steered(one, event.key, event.shiftKey)
    if (to === null) return undefined
    event.preventDefault()
    return onMove(one, to)
  }
  return (
    <div className="plan-frame">
      <svg
        ref={svg}
        className="plan-canvas"
        style={{ width: `${zoom * 100}%` }}
        viewBox={`0 0 ${plan.widthM} ${plan.depthM}`}
        role="group"
        aria-label={t('part.plan')}
        tabIndex={-1}
        onPointerDown={() => onChoose(null)}
      >
        {picture.data !== undefined && (
          <image href={picture.data} width={plan.widthM} height={plan.depthM} preserveAspectRatio="none" />
        )}
        {boxes.map((one) => (
          <Box
            key={keyOf(one)}
            one={one}
            name={nameOf(one)}
            isWrong={wrong.has(keyOf(one))}
            isChosen={chosen === keyOf(one)}
            locked={locked}
            dragging={dragging}
            onFocus={() => onChoose(keyOf(one))}
            onKeyDown={(event) => onKey(event, one)}
          />
        ))}
      </svg>
    </div>
  )
}

/** Moves or resizes a box with the pointer. */
function useBoxDrag(svg: RefObject<SVGSVGElement | null>, { plan, locked, onChoose, onMove }: Props) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const metresOf = (event: PointerEvent): readonly [number, number] => {
    const frame = svg.current?.getBoundingClientRect()
    if (frame === undefined || frame.width === 0) return [0, 0]
    const scale = plan.widthM / frame.width
    return [(event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale]
  }
  const dragged = (event: PointerEvent, { was, resizes, fromX, fromY }: Drag): PlanBox => {
    const [x, y] = metresOf(event)
    const [dx, dy] = [snapped(x - fromX), snapped(y - fromY)]
    return resizes
      ? {
          ...was,
          widthM: Math.max(snapM, was.widthM + dx),
          depthM: Math.max(snapM, was.depthM + dy),
        }
      : { ...was, xM: was.xM + dx, yM: was.yM + dy }
  }
  return {
    /** Where a box is drawn now. */
    boxOf: (one: PositionedBox): PlanBox => (drag?.key === keyOf(one) ? drag.box : one),
    begin: (event: PointerEvent<SVGElement>, one: PositionedBox, resizes: boolean) => {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      const [fromX, fromY] = metresOf(event)
      onChoose(keyOf(one))
      if (locked) return
      setDrag({ key: keyOf(one), resizes, fromX, fromY, was: one, box: one })
    },
    go: (event: PointerEvent) => {
      if (drag !== null) setDrag({ ...drag, box: dragged(event, drag) })
    },
    /** Use the position where the pointer was released: a fast pointer is ahead of the drawing. */
    end: (event: PointerEvent, one: PositionedBox) => {
      if (drag === null) return
      const box = dragged(event, drag)
      setDrag(null)
      if (!sameBox(box, drag.was)) onMove(one, box)
    },
    cancel: () => setDrag(null),
  }
}

interface BoxProps {
  readonly one: PositionedBox
  readonly name: string
  readonly isWrong: boolean
  readonly isChosen: boolean
  readonly locked: boolean
  readonly dragging: ReturnType<typeof useBoxDrag>
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function Box({ one, name, isWrong, isChosen, locked, dragging, onFocus, onKeyDown }: BoxProps) {
  const { t } = useTranslation('display-info')
  const { begin, go, end, cancel } = dragging
  const box = dragging.boxOf(one)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions -- a button that is drawn
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={t('boxLabel', { ...box, name })}
      data-box={keyOf(one)}
      className={`plan-box is-${one.kind} ${isWrong ? 'is-wrong' : ''} ${isChosen ? 'is-chosen' : ''}`}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => begin(event, one, false)}
      onPointerMove={go}
      onPointerUp={(event) => end(event, one)}
      onPointerCancel={cancel}
    >
      <title>{name}</title>
      <rect x={box.xM} y={box.yM} width={box.widthM} height={box.depthM} />
      <BoxName kind={one.kind} box={box} name={name} />
      {isChosen && !locked && (
        <rect
          className="plan-grip"
          x={box.xM + box.widthM - 1.2}
          y={box.yM + box.depthM - 1.2}
          width={1.6}
          height={1.6}
          onPointerDown={(event) => begin(event, one, true)}
          onPointerMove={(event) => {
            event.stopPropagation()
            go(event)
          }}
          onPointerUp={(event) => {
            event.stopPropagation()
            end(event, one)
          }}
        />
      )}
    </g>
  )
}

interface NameProps {
  readonly kind: PositionedBox['kind']
  readonly box: PlanBox
  readonly name: string
}

/** Name of a box, shortened to its size. */
function BoxName({ kind, box, name }: NameProps) {
  const isMachine = kind === 'machine'
  if (isMachine && box.widthM < minNamedM) return null
  return (
    <text
      x={box.xM + 0.4}
      y={box.yM + (isMachine ? 2 : box.depthM - 0.8)}
      textLength={isMachine && box.widthM < 7 ? box.widthM - 0.8 : undefined}
      lengthAdjust="spacingAndGlyphs"
    >
      {name}
    </text>
  )
}
