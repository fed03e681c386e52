import type { MachineEventRow } from '@cloud-factory/contract/telemetry'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../../shared/format/dates.ts'
import { StatusTag, type Tone } from '../../../shared/ui/status-tag.tsx'
import { SeverityTag } from '../alarms/alarm-labels.tsx'
import { durationOf } from '../states/duration.ts'

/** What came this much later than it happened was kept by the gateway, ms. */
const lateMs = 60_000

interface Props {
  readonly event: MachineEventRow
  /** What the stop reason is called that it names; null: it names none. */
  readonly reason: string | null
}

/** An event in a line: when, what kind, what it says. */
export function EventEntry({ event, reason }: Props) {
  const { t } = useTranslation('events')
  const instant = useInstant()
  const { at, receivedAt, type, code, text, severity, on, details } = event
  const laterMs = Date.parse(receivedAt) - Date.parse(at)
  return (
    <li>
      <time dateTime={at}>{instant(at)}</time>
      <span className="event-kind">
        <StatusTag tone={toneOf(event)} text={t(kindOf(event))} />
        {severity !== null && on !== false && <SeverityTag severity={severity} />}
      </span>
      <p>
        {code !== '' && <code>{code}</code>} {text === '' ? reason : text}
        {details.length > 0 && (
          <small>
            {details
              .map(({ name, value }) => `${t(`detail.${name}`, { defaultValue: name })}: ${value}`)
              .join(' · ')}
          </small>
        )}
        {laterMs > lateMs && <small>{t('later', { time: durationOf(laterMs / 1000) })}</small>}
      </p>
      {type === 'alarm' && on === null && <span className="event-note">{t('once')}</span>}
    </li>
  )
}

const kindOf = ({ type, on }: MachineEventRow) =>
  type === 'alarm' && on === false ? ('type.over' as const) : (`type.${type}` as const)

function toneOf({ type, on }: MachineEventRow): Tone {
  if (type === 'alarm') return on === false ? 'good' : 'bad'
  if (type === 'reason') return 'warn'
  return type === 'job.start' ? 'active' : 'neutral'
}
