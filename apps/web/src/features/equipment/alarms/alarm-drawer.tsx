import type { AlarmRow } from '@cloud-factory/contract/alarms'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useInstant } from '../../../shared/format/dates.ts'
import { useNames } from '../../../shared/i18n/use-names.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../../shared/ui/return-focus.tsx'
import { AlarmStateTag, SeverityTag } from './alarm-words.tsx'
import { alarmEventsQuery } from './alarms.queries.ts'

interface Props {
  readonly alarm: AlarmRow
  readonly onClose: () => void
}

/** One alarm: what it means, what to do, and all that happened to it. */
export function AlarmDrawer({ alarm, onClose }: Props) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const instant = useInstant()
  const { data, error, refetch } = useQuery(alarmEventsQuery(alarm.id))
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        size={Math.min(480, globalThis.innerWidth)}
        title={nameOf(alarm.rule.names)}
        onClose={onClose}
      >
        <p className="alarm-marks">
          <SeverityTag severity={alarm.severity} /> <AlarmStateTag state={alarm.state} />
        </p>
        <p>
          <Link to={`/equipment/detail/${alarm.machine.id}?part=alarms`}>
            {alarm.machine.code} {alarm.machine.name}
          </Link>
        </p>
        {alarm.advice !== null && (
          <p>
            <b>{t('field.advice')}</b> {nameOf(alarm.advice)}
          </p>
        )}
        <h3>{t('history')}</h3>
        {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton active />}
        <ol className="alarm-events">
          {data?.items.map(({ id, at, kind, value, by, note }) => (
            <li key={id}>
              <time dateTime={at}>{instant(at)}</time>
              <span>
                {t(`event.${kind}`)}
                {value !== null && ` (${Math.round(value * 100) / 100})`}
                {by !== '' && ` · ${by}`}
                {note !== '' && ` · ${kind === 'severity' ? t(`severity.${note}`) : note}`}
              </span>
            </li>
          ))}
        </ol>
      </Drawer>
    </>
  )
}
