import { stateNames } from '@cloud-factory/domain/machines/equipment-enums'
import type { MapMachine, WorkshopMap } from '@cloud-factory/domain/wall/wall-panels'
import { SeverityMark, StateSymbol, StateMark } from '../charts/marks.tsx'
import { percent, spanOf } from '../figures.ts'
import { useNow } from '../link/clock.ts'
import { useSpeech } from '../labels.ts'
import { memo } from 'react'
import { facesOf, type Projection, reachOf, shapes, axes } from './map.rules.ts'

/** Details of one machine, in a corner that the isometric plan leaves free. */
export function FocusCard({ machine, zoom }: { readonly machine: MapMachine; readonly zoom: number }) {
  const { t, names } = useSpeech()
  const now = useNow()
  const { code, name, class: kind, state, since, alarm, load } = machine
  return (
    <aside className={`focus-card is-${state}`}>
      <b>{code}</b>
      <span className="is-soft">{name === '' ? t(`class.${kind}`) : name}</span>
      <span>
        <StateSymbol state={state} size={20 * zoom} /> {names(stateNames[state])}
        {since !== null && (
          <span className="is-soft"> {t('map.since', { span: spanOf((now - since) / 1000) })}</span>
        )}
      </span>
      {alarm !== null && (
        <span>
          <SeverityMark severity={alarm} size={18 * zoom} /> {t('map.alarm')} · {t(`severity.${alarm}`)}
        </span>
      )}
      {load !== null && (
        <span>
          {t('map.load')} <b>{percent(load)}</b>
        </span>
      )}
    </aside>
  )
}

const poleRadii = 1.9
const radiusAt = ({ scale }: Projection): number => Math.max(7, Math.min(13, scale * 1.7))
const topOf = (machine: MapMachine, projection: Projection) =>
  projection.at({
    x: machine.xM + machine.widthM / 2,
    y: machine.yM + machine.depthM / 2,
    z: reachOf(machine.class),
  })

/** The square of a machine's beacon: labels must not cover it. */
export function beaconOf(machine: MapMachine, projection: Projection) {
  const { x, y } = topOf(machine, projection)
  const radius = radiusAt(projection)
  return { x: x - radius, y: y - radius * (poleRadii + 1), width: 2 * radius, height: 2 * radius }
}

interface MachineBlockProps {
  readonly machine: MapMachine
  readonly projection: Projection
  readonly focused: boolean
  readonly onPick: (id: string) => void
}

const shown = ({ machine: m, projection, focused }: MachineBlockProps): readonly unknown[] => [
  m.id,
  m.class,
  m.xM,
  m.yM,
  m.widthM,
  m.depthM,
  m.state,
  m.alarm,
  m.code,
  projection,
  focused,
  m.load === null ? null : Math.round(m.load * 10),
]
/** Machines update once a second; this skips rendering unless a visible property changed. */
const looksSame = (before: MachineBlockProps, after: MachineBlockProps): boolean => {
  const other = shown(after)
  return shown(before).every((value, at) => value === other[at])
}

/** A machine as a few boxes in the colour of its state, with a beacon on a pole. */
export const MachineBlock = memo(function MachineBlock({
  machine,
  projection,
  focused,
  onPick,
}: MachineBlockProps) {
  const { id, code, class: kind, xM, yM, widthM, depthM, state, alarm, load } = machine
  const top = topOf(machine, projection)
  const radius = radiusAt(projection)
  const pole = radius * poleRadii
  const wide = radius * 2.4
  return (
    <g
      className={`machine is-${state} ${alarm === null ? '' : `has-alarm is-${alarm}`} ${focused ? 'is-focused' : ''}`}
      data-testid={`dev-${id}`}
      data-state={state}
      data-code={code}
      onClick={(event) => {
        event.stopPropagation()
        onPick(id)
      }}
    >
      {shapes[kind].map((part, at) => {
        const block = {
          xM: xM + part.x * widthM,
          yM: yM + part.y * depthM,
          widthM: part.w * widthM,
          depthM: part.d * depthM,
        }
        const faces = facesOf(projection, block, part.z, part.h)
        return (
          <g key={at}>
            <path className="face is-left" d={faces.left} />
            <path className="face is-right" d={faces.right} />
            <path className="face is-top" d={faces.top} />
          </g>
        )
      })}
      <g transform={`translate(${top.x.toFixed(1)} ${top.y.toFixed(1)})`}>
        <line className="pole" y2={-pole} />
        {load !== null && (
          <g transform={`translate(${-wide / 2} ${-pole + radius + 2})`} className="load">
            <rect width={wide} height={3.5} />
            <rect
              className="load-part"
              width={wide}
              height={3.5}
              style={{ transform: `scaleX(${Math.max(0, Math.min(1, load))})` }}
            />
          </g>
        )}
        <g transform={`translate(0 ${-pole})`} className="beacon">
          {(alarm !== null || focused) && <circle className="beacon-ring" r={radius + 4} />}
          <StateMark state={state} radius={radius} />
        </g>
      </g>
    </g>
  )
}, looksSame)

interface WorkshopFloorsProps {
  readonly data: WorkshopMap
  readonly projection: Projection
}
type NamesProps = WorkshopFloorsProps & { readonly zoom: number }

const sameShops = (before: WorkshopFloorsProps, after: WorkshopFloorsProps): boolean =>
  before.projection === after.projection &&
  JSON.stringify(before.data.workshops) === JSON.stringify(after.data.workshops)

/** The ground and the floors of workshops. */
export const WorkshopFloors = memo(function WorkshopFloors({ data, projection }: WorkshopFloorsProps) {
  const baseData = facesOf(projection, { xM: 0, yM: 0, widthM: data.widthM, depthM: data.depthM }, -0.6, 0.6)
  return (
    <g className="floors">
      <path className="ground is-left" d={baseData.left} />
      <path className="ground is-right" d={baseData.right} />
      <path className="ground is-top" d={baseData.top} />
      {data.workshops.map((shop) => (
        <path key={shop.id} className="floor" d={facesOf(projection, shop, 0, 0).top} />
      ))}
    </g>
  )
}, sameShops)

/**
 * The name of each workshop along its front edge, drawn above the machines, which may reach that
 * edge.
 */
export const WorkshopNames = memo(
  function WorkshopNames({ data, projection, zoom }: NamesProps) {
    return data.workshops.map((shop) => {
      const at = projection.at({ x: shop.xM + 1, y: shop.yM + shop.depthM - 0.8, z: 0 })
      return (
        <text
          key={shop.id}
          className="floor-name"
          fontSize={17 * zoom}
          transform={`matrix(${axes.x.x} ${axes.x.y} ${axes.y.x} ${axes.y.y} ${at.x.toFixed(1)} ${at.y.toFixed(1)})`}
        >
          {shop.name}
        </text>
      )
    })
  },
  (before, after) => before.zoom === after.zoom && sameShops(before, after),
)
