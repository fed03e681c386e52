import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { ShownState } from '@cloud-factory/domain/machines/equipment-enums'

/**
 * A machine's code where room is scarce. It is shortened in the middle, because the number at the
 * end distinguishes it from others.
 */
export function MachineCode({ code }: { readonly code: string }) {
  const at = code.lastIndexOf('-')
  return (
    <span className="machine-code" title={code}>
      <span>{at > 0 ? code.slice(0, at) : code}</span>
      {at > 0 && <span>{code.slice(at)}</span>}
    </span>
  )
}

const forms: Readonly<Record<Severity, string>> = {
  critical: 'M-5 -10H5L10 -5V5L5 10H-5L-10 5V-5Z',
  warning: 'M0 -10L10.5 9H-10.5Z',
  info: 'M-10 0A10 10 0 1 1 10 0A10 10 0 1 1 -10 0Z',
}

/** Octagon, triangle, circle: severities differ by shape, not only by colour. */
export const SeverityMark = ({ severity, size }: { readonly severity: Severity; readonly size: number }) => (
  <svg
    className={`chart severity is-${severity}`}
    width={size}
    height={size}
    viewBox="-11 -11 22 22"
    aria-hidden="true"
  >
    <path className="severity-form" d={forms[severity]} />
    <path
      className="severity-sign"
      d={
        severity === 'info'
          ? 'M-1.3 -1.5H1.3V6H-1.3ZM-1.3 -6H1.3V-3.4H-1.3Z'
          : 'M-1.4 -5H1.4L0.9 2.4H-0.9ZM-1.3 4H1.3V6.6H-1.3Z'
      }
    />
  </svg>
)

/** Inside a circle of 20, around its centre: states differ by shape, not only by colour. */
const stateForms: Readonly<Record<ShownState, string>> = {
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
    <path d={stateForms[state]} transform={`scale(${radius / 10})`} />
  </g>
)

/** The symbol of a state for use in text. */
export const StateSymbol = ({ state, size }: { readonly state: ShownState; readonly size: number }) => (
  <svg className="chart is-inline" width={size} height={size} viewBox="-11 -11 22 22" aria-hidden="true">
    <StateMark state={state} />
  </svg>
)
