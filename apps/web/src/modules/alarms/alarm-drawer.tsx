import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Ago } from '../../shared/ui/ago.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { RepairStatusTag } from '../maintenance/maintenance-labels.tsx'
import { AckDialog, AlarmRepairForm, ShelfDialog } from './alarm-dialogs.tsx'
import { AlarmStateTag, alarmTitle, SeverityTag, valueShown } from './alarm-labels.tsx'
import { alarmEventsQuery, alarmQuery } from './alarms.queries.ts'

interface Props {
  readonly alarm: AlarmRow
  readonly onClose: () => void
}

/** One alarm: its meaning, the response, and its history. */
export function AlarmDrawer({ alarm: opened, onClose }: Props) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  // Refreshed while it is open.
  const { data: alarm } = useQuery({ ...alarmQuery(opened.id), initialData: opened })
  const { data, error, refetch } = useQuery(alarmEventsQuery(opened.id))
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
        <Actions alarm={alarm} />
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
              <Ago at={at} />
              <span>
                {t(`event.${kind}`)}
                {value !== null && ` (${valueShown({ value, unit: alarm.unit })})`}
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

/** Actions on the alarm, and the repair order created from it. */
function Actions({ alarm }: { readonly alarm: AlarmRow }) {
  const { t } = useTranslation('alarms')
  const [dialog, setDialog] = useState<'ack' | 'shelf' | 'repair' | null>(null)
  const close = () => setDialog(null)
  const { can, repair } = alarm
  const isShelved = alarm.shelvedUntil !== null
  return (
    <>
      <p className="alarm-marks">
        <ReasonButton type="primary" allowed={can.ack} onClick={() => setDialog('ack')}>
          {t('action.ack')}
        </ReasonButton>
        <ReasonButton allowed={isShelved ? can.unshelve : can.shelve} onClick={() => setDialog('shelf')}>
          {t(isShelved ? 'action.unshelve' : 'action.shelve')}
        </ReasonButton>
        {repair === null && (
          <ReasonButton allowed={can.repair} onClick={() => setDialog('repair')}>
            {t('shell:bottomBar.fault')}
          </ReasonButton>
        )}
      </p>
      {repair !== null && (
        <p className="alarm-marks">
          {t('field.repair')}
          <Link to={`/equipment/repair/${repair.id}`}>{repair.no}</Link>
          <RepairStatusTag status={repair.status} />
        </p>
      )}
      {dialog === 'ack' && <AckDialog alarms={[alarm]} onDone={close} onClose={close} />}
      {dialog === 'shelf' && <ShelfDialog alarm={alarm} onClose={close} />}
      {dialog === 'repair' && <AlarmRepairForm alarm={alarm} onClose={close} />}
    </>
  )
}
