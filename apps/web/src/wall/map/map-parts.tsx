import type { MapMachine } from '@cloud-factory/domain/wall/wall-panels'
import { stateNames } from '@cloud-factory/domain/machines/equipment-enums'
import { memo, useId } from 'react'
import { SeverityMark, StateMark, StateSymbol } from '../charts/marks.tsx'
import { spanOf } from '../figures.ts'
import type { Box } from '../frame/frame.rules.ts'
import { useSpeech } from '../labels.ts'
import { useNow } from '../link/clock.ts'
import { type Bay, type DrawnMachine, arrangeMachines, type MarkedMachine } from './bays.rules.ts'
import { type Runway, withRunway } from './cranes.rules.ts'
import { facesOf, fromBack, needsAttention, type Projection, radius, shapes, topOf } from './map.rules.ts'

interface FocusProps {
  readonly machine: MapMachine
  /** Name of its bay. */
  readonly place: string
  /** Size of what must be read from afar, px. */
  readonly size: number
}

/** One line about one machine, below the bays, where it covers nothing: which one, where, and what is the matter. */
export function FocusLine({ machine, place, size }: FocusProps) {
  const { t, names, percent } = useSpeech()
  const now = useNow()
  const { code, name, class: kind, state, since, alarm, load } = machine
  return (
    <p className={`focus-line is-${state}`} style={{ fontSize: size, height: size * 1.6 }}>
      <b>{place}</b>
      <b>{code}</b>
      <span>
        <StateSymbol state={state} size={size} /> {names(stateNames[state])}
      </span>
      {alarm !== null && (
        <span>
          <SeverityMark severity={alarm} size={size} /> {t('map.alarm')} · {t(`severity.${alarm}`)}
        </span>
      )}
      {since !== null && <span>{t('map.since', { span: spanOf((now - since) / 1000) })}</span>}
      <span className="is-soft">
        {name === '' ? t(`class.${kind}`) : name}
        {load !== null && ` · ${t('map.load')} ${percent(load)}`}
      </span>
    </p>
  )
}

interface PickProps {
  readonly onPick: (id: string) => void
}
interface BodyProps extends PickProps {
  readonly drawn: DrawnMachine
  readonly projection: Projection
  readonly font: number
  readonly focused: boolean
}

/** A machine as a few boxes in the colour of its state; a beacon marks one that needs attention. */
function Body({ drawn: { machine, block, text, label }, projection, font, focused, onPick }: BodyProps) {
  const { id, code, class: kind, state, alarm } = machine
  const top = topOf(kind, block, projection)
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
        const box = {
          xM: block.xM + part.x * block.widthM,
          yM: block.yM + part.y * block.depthM,
          widthM: part.w * block.widthM,
          depthM: part.d * block.depthM,
        }
        const faces = facesOf(projection, box, part.z, part.h)
        return (
          <g key={at}>
            <path className="face is-left" d={faces.left} />
            <path className="face is-right" d={faces.right} />
            <path className="face is-top" d={faces.top} />
          </g>
        )
      })}
      {needsAttention(machine) && (
        <g transform={`translate(${top.x.toFixed(1)} ${(top.y - radius).toFixed(1)})`} className="beacon">
          {(alarm !== null || focused) && <circle className="beacon-ring" r={radius - 1} />}
          <StateMark state={state} radius={radius - 3} />
        </g>
      )}
      <text
        className={`machine-name ${needsAttention(machine) ? 'is-marked' : ''}`}
        x={label.x + label.width / 2}
        y={label.y + font * 0.92}
        fontSize={font}
        textAnchor="middle"
      >
        {text}
      </text>
    </g>
  )
}

/** A machine that is only counted. */
const Mark = ({ marked: { machine, mark }, onPick }: PickProps & { readonly marked: MarkedMachine }) => (
  <rect
    className={`machine is-mark is-${machine.state} ${needsAttention(machine) ? 'is-marked' : ''}`}
    data-testid={`dev-${machine.id}`}
    data-state={machine.state}
    data-code={machine.code}
    {...mark}
    rx={mark.width / 4}
    onClick={() => onPick(machine.id)}
  />
)

/** The picture under the plan, in metres of the plan. */
interface Underlay {
  readonly address: string
  readonly widthM: number
  readonly depthM: number
}
interface UnderlayProps {
  readonly underlay: Underlay
  readonly projection: Projection
  /** Outline of the floor, which cuts the picture. */
  readonly floor: string
}

/** The part of the picture that lies on a floor, in the same projection as its machines. */
function FloorPicture({ underlay: { address, widthM, depthM }, projection: { at }, floor }: UnderlayProps) {
  const id = useId()
  const [from, right, front] = [at({ x: 0, y: 0, z: 0 }), at({ x: 1, y: 0, z: 0 }), at({ x: 0, y: 1, z: 0 })]
  const across = [right.x - from.x, right.y - from.y, front.x - from.x, front.y - from.y]
  return (
    <>
      <clipPath id={id}>
        <path d={floor} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <image
          className="underlay"
          href={address}
          width={widthM}
          height={depthM}
          preserveAspectRatio="none"
          transform={`matrix(${[...across, from.x, from.y].map((one) => one.toFixed(4)).join(' ')})`}
        />
      </g>
    </>
  )
}

interface CranesProps extends PickProps {
  readonly runway: Runway
  readonly font: number
}

/** Cranes on their runway. A crane that does not report its place is drawn dashed, without its bridge. */
function Cranes({ runway: { cranes, from, to, across }, font, onPick }: CranesProps) {
  return (
    <>
      <path className="rail" d={`M${from.x} ${from.y}H${to}`} />
      {cranes.map(({ machine, body, label, text }) => {
        const middle = { x: body.x + body.width / 2, y: body.y + body.height / 2 }
        const marked = needsAttention(machine) ? 'is-marked' : ''
        return (
          <g
            key={machine.id}
            className={`machine is-crane is-${machine.state} ${machine.along === null ? 'is-resting' : ''}`}
            data-testid={`dev-${machine.id}`}
            data-state={machine.state}
            data-code={machine.code}
            onClick={() => onPick(machine.id)}
          >
            {machine.along !== null && (
              <path
                className="bridge"
                d={`M${middle.x.toFixed(1)} ${from.y}l${across.x.toFixed(1)} ${across.y.toFixed(1)}`}
              />
            )}
            <rect className="face is-top" {...body} rx={3} />
            {marked !== '' && (
              <g className="beacon" transform={`translate(${middle.x} ${middle.y})`}>
                <StateMark state={machine.state} radius={body.height / 2} />
              </g>
            )}
            {label !== null && (
              <text
                className={`machine-name ${marked}`}
                x={label.x + label.width / 2}
                y={label.y + label.height - font * 0.15}
                fontSize={font}
                textAnchor="middle"
              >
                {text}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

interface BayProps extends PickProps {
  /** Null: none, or not loaded yet. */
  readonly underlay: Underlay | null
  readonly bay: Bay
  readonly room: Box
  readonly font: number
  readonly inFull: boolean
  readonly texts: ReadonlyMap<string, string>
  readonly focus: string | undefined
}

/** A bay: its floor, its cranes and its machines. */
export function BayFloor({ bay, room: all, underlay, ...props }: BayProps) {
  const { grounded, room, projection, runway } = withRunway(bay, { ...props, room: all })
  const floor = facesOf(projection, bay, 0, 0).top
  return (
    <g data-bay={bay.id}>
      <path className="floor" d={floor} />
      {underlay !== null && <FloorPicture underlay={underlay} projection={projection} floor={floor} />}
      {runway !== null && <Cranes runway={runway} font={props.font} onPick={props.onPick} />}
      <Machines {...props} bay={grounded} room={room} />
    </g>
  )
}

type MachinesProps = Omit<BayProps, 'underlay'>

/** Machines change once a second; only these properties change their picture. */
const looks = ({ bay, room, font, inFull, focus }: MachinesProps): string =>
  JSON.stringify([
    room,
    font,
    inFull,
    bay.machines.some(({ id }) => id === focus) ? focus : null,
    [bay.xM, bay.yM, bay.widthM, bay.depthM],
    bay.machines.map((one) => [
      one.id,
      one.code,
      one.class,
      one.xM,
      one.yM,
      one.widthM,
      one.depthM,
      one.state,
      one.alarm,
    ]),
  ])

/** The machines on the floor of a bay. */
const Machines = memo(
  function Machines({ bay, room, font, inFull, texts, focus, onPick }: MachinesProps) {
    const { projection, drawn, marked } = arrangeMachines(bay, { room, font, inFull, texts })
    return (
      <>
        {marked.map((one) => (
          <Mark key={one.machine.id} marked={one} onPick={onPick} />
        ))}
        {drawn
          .toSorted((a, b) => fromBack(a.block, b.block))
          .map((one) => (
            <Body
              key={one.machine.id}
              drawn={one}
              projection={projection}
              font={font}
              focused={one.machine.id === focus}
              onPick={onPick}
            />
          ))}
      </>
    )
  },
  (before, after) => looks(before) === looks(after) && before.onPick === after.onPick,
)
