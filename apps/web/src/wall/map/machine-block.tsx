import type { MapMachine } from '@cloud-factory/domain/wall/wall-panels'
import { memo } from 'react'
import { StateMark } from '../charts/state-symbol.tsx'
import { facesOf, type Projection } from './iso.rules.ts'
import { reachOf, shapes } from './shapes.rules.ts'

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

interface Props {
  readonly machine: MapMachine
  readonly projection: Projection
  readonly focused: boolean
  readonly onPick: (id: string) => void
}

const shown = ({ machine: m, projection, focused }: Props): readonly unknown[] => [
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
const looksSame = (before: Props, after: Props): boolean => {
  const other = shown(after)
  return shown(before).every((value, at) => value === other[at])
}

/** A machine as a few boxes in the colour of its state, with a beacon on a pole. */
export const MachineBlock = memo(function MachineBlock({ machine, projection, focused, onPick }: Props) {
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
