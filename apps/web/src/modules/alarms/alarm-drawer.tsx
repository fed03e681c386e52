import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent } from '../../shared/format/numbers.ts'
import { Ago } from '../../shared/ui/ago.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { RecordDrawer } from '../../shared/ui/record-drawer.tsx'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { RepairStatusTag } from '../maintenance/maintenance-labels.tsx'
import { type AlarmAction, alarmActions } from './alarm-actions.rules.ts'
import { AlarmDialog } from './alarm-dialogs.tsx'
import { AlarmStateTag, alarmTitle, SeverityTag, valueShown } from './alarm-labels.tsx'
import { alarmEventsQuery, alarmQuery } from './alarms.queries.ts'

interface Props {
  readonly alarm: AlarmRow
  readonly onClose: () => void
}

/** One alarm beside its list: its meaning, the response, and its history. Mount it when it opens. */
export function AlarmDrawer({ alarm: opened, onClose }: Props) {
  const { t } = useTranslation('alarms')
  // Refreshed while it is open.
  const query = useQuery({ ...alarmQuery(opened.id), initialData: opened })
  return (
    <RecordDrawer query={query} title={t('field.alarm')} onClose={onClose}>
      {(alarm) => <AlarmShown alarm={alarm} />}
    </RecordDrawer>
  )
}

function AlarmShown({ alarm }: { readonly alarm: AlarmRow }) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const [dialog, setDialog] = useState<AlarmAction | null>(null)
  const { machine, repair } = alarm
  return (
    <>
      <RecordHead
        no={alarmTitle(alarm, nameOf)}
        state={<AlarmStateTag state={alarm.state} />}
        marks={<SeverityTag severity={alarm.severity} />}
        about={
          <>
            <Link to={`/equipment/detail/${machine.id}?part=alarms`}>
              {machine.code} {machine.name}
            </Link>
            {alarm.ownCode !== '' && ` · ${nameOf(alarm.rule.names)}`}
          </>
        }
        actions={alarmActions(alarm)}
        wordOf={(action) => (action === 'repair' ? t('shell:bottomBar.fault') : t(`action.${action}`))}
        onAct={setDialog}
        figures={[
          [t('field.raisedAt'), <Ago key="raised" at={alarm.raisedAt} />],
          [t('field.value'), valueShown(alarm) ?? absent],
          [
            t('field.repair'),
            repair === null ? (
              absent
            ) : (
              <>
                <Link to={`/equipment/repair/${repair.id}`}>{repair.no}</Link>{' '}
                <RepairStatusTag status={repair.status} />
              </>
            ),
          ],
        ]}
      />
      {alarm.advice !== null && (
        <p>
          <b>{t('field.advice')}</b> {nameOf(alarm.advice)}
        </p>
      )}
      <AlarmEvents alarm={alarm} />
      {dialog !== null && <AlarmDialog alarm={alarm} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

/** Its history, newest first. */
function AlarmEvents({ alarm: { id, unit } }: { readonly alarm: AlarmRow }) {
  const { t } = useTranslation('alarms')
  const { data, error, refetch } = useQuery(alarmEventsQuery(id))
  return (
    <>
      <h3>{t('history')}</h3>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      <ol className="alarm-events">
        {data?.items.map(({ id: event, at, kind, value, by, note }) => (
          <li key={event}>
            <Ago at={at} />
            <span>
              {t(`event.${kind}`)}
              {value !== null && ` (${valueShown({ value, unit })})`}
              {by !== '' && ` · ${by}`}
              {note !== '' && ` · ${kind === 'severity' ? t(`severity.${note}`) : note}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
