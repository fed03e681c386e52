import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'

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
