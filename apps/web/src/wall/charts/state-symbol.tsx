import type { ShownState } from '@cloud-factory/domain/machines/equipment-enums'

/** Inside a circle of 20, around its centre: states differ by shape, not only by colour. */
const forms: Readonly<Record<ShownState, string>> = {
  running: 'M-3 -4.5L5 0L-3 4.5Z',
  idle: 'M-4 -4H-1.2V4H-4ZM1.2 -4H4V4H1.2Z',
  setup: 'M-4.5 -3.4H4.5V-1.2H-4.5ZM-4.5 1.2H4.5V3.4H-4.5Z',
  fault: 'M-4.6 -3L-3 -4.6L0 -1.6L3 -4.6L4.6 -3L1.6 0L4.6 3L3 4.6L0 1.6L-3 4.6L-4.6 3L-1.6 0Z',
  maintenance: 'M-1.4 -5H1.4V-1.4H5V1.4H1.4V5H-1.4V1.4H-5V-1.4H-1.4Z',
  offline: 'M-4.5 -1.2H4.5V1.2H-4.5Z',
  unknown: 'M-1.4 -1.4H1.4V1.4H-1.4Z',
}

/** The symbol of a state for use inside a drawing. */
export const StateMark = ({
  state,
  radius = 10,
}: {
  readonly state: ShownState
  readonly radius?: number
}) => (
  <g className={`state-mark is-${state}`}>
    <circle r={radius} />
    <path d={forms[state]} transform={`scale(${radius / 10})`} />
  </g>
)

/** The symbol of a state for use in text. */
export const StateSymbol = ({ state, size }: { readonly state: ShownState; readonly size: number }) => (
  <svg className="chart is-inline" width={size} height={size} viewBox="-11 -11 22 22" aria-hidden="true">
    <StateMark state={state} />
  </svg>
)
