import type { AlarmRow } from '@cloud-factory/contract/alarms'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useInstant } from '../../../shared/format/dates.ts'
import { useNames } from '../../../shared/i18n/use-names.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { ReturnFocus } from '../../../shared/ui/return-focus.tsx'
import { RepairStatusTag } from '../maintenance/maintenance-words.tsx'
import { AlarmRepairForm } from './alarm-repair.tsx'
import { AlarmStateTag, alarmTitle, SeverityTag } from './alarm-words.tsx'
import { alarmEventsQuery, alarmQuery } from './alarms.queries.ts'

interface Props {
  readonly alarm: AlarmRow
  readonly onClose: () => void
}

/** One alarm: what it means, what to do, and all that happened to it. */
export function AlarmDrawer({ alarm: opened, onClose }: Props) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const instant = useInstant()
  // What happens to it while it is looked at is shown.
  const { data: alarm } = useQuery({ ...alarmQuery(opened.id), initialData: opened })
  const { data, error, refetch } = useQuery(alarmEventsQuery(opened.id))
  const [repairing, setRepairing] = useState(false)
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        size={Math.min(480, globalThis.innerWidth)}
        title={alarmTitle(alarm, nameOf)}
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
        {alarm.ownCode !== '' && <p className="page-note">{nameOf(alarm.rule.names)}</p>}
        <p className="alarm-marks">
          {alarm.repair === null ? (
            <ReasonButton may={alarm.can.repair} onClick={() => setRepairing(true)}>
              {t('deed.repair')}
            </ReasonButton>
          ) : (
            <>
              {t('field.repair')}
              <Link to={`/equipment/repair/${alarm.repair.id}`}>{alarm.repair.no}</Link>
              <RepairStatusTag status={alarm.repair.status} />
            </>
          )}
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
      {repairing && <AlarmRepairForm alarm={alarm} onClose={() => setRepairing(false)} />}
    </>
  )
}
