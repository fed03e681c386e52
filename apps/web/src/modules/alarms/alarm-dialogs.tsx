import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { say } from '../../shared/ui/say.ts'
import type { AlarmAction } from './alarm-actions.rules.ts'
import { alarmTitle, valueShown } from './alarm-labels.tsx'
import { useAlarmsChanged } from './alarms.queries.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ReportForm } from '../maintenance/report-form.tsx'

interface AckDialogProps {
  readonly alarms: readonly AlarmRow[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** So many are named; the rest is a number. */
const namedAtMost = 6

/** Acknowledges alarms by the person's name, with a remark if wanted. */
export function AckDialog({ alarms, onDone, onClose }: AckDialogProps) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const changed = useAlarmsChanged()
  const open = alarms.filter(({ can }) => can.ack === true)
  const ack = async (note: string) => {
    const { acked } = await api('POST /api/alarms/ack', { body: { ids: open.map(({ id }) => id), note } })
    // The user must not assume that these alarms are acknowledged under their name.
    if (acked < open.length) say('warning', t('ack.before', { count: open.length - acked }))
  }
  return (
    <ActionDialog
      title={t('ack.title', { count: open.length })}
      action={t('action.ack')}
      reason="optional"
      reasonLabel={t('ack.note')}
      maxWords={300}
      act={(note = '') => ack(note).finally(() => void changed())}
      onDone={onDone}
      onClose={onClose}
    >
      <ul className="alarm-names">
        {open.slice(0, namedAtMost).map((alarm) => (
          <li key={alarm.id}>
            {alarm.machine.code} · {alarmTitle(alarm, nameOf)}
          </li>
        ))}
        {open.length > namedAtMost && <li>{t('ack.more', { count: open.length - namedAtMost })}</li>}
      </ul>
    </ActionDialog>
  )
}

interface ShelfDialogProps {
  readonly alarm: AlarmRow
  readonly onClose: () => void
}

const spans = [15, 30, 60, 120, 240, 480] as const

/** Shelves an alarm for a limited time with a reason, or unshelves it. */
export function ShelfDialog({ alarm, onClose }: ShelfDialogProps) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const changed = useAlarmsChanged()
  const [minutes, setMinutes] = useState<number>(60)
  const { id, version, shelvedUntil } = alarm
  const isBack = shelvedUntil !== null
  const name = `${alarm.machine.code} · ${alarmTitle(alarm, nameOf)}`
  return (
    <ActionDialog
      title={t(isBack ? 'shelf.back' : 'shelf.title')}
      action={t(isBack ? 'action.unshelve' : 'action.shelve')}
      reason={isBack ? undefined : 'required'}
      maxWords={300}
      act={(reason = '') =>
        (isBack
          ? api('POST /api/alarms/:id/unshelve', { params: { id }, body: { version } })
          : api('POST /api/alarms/:id/shelve', { params: { id }, body: { version, minutes, reason } })
        ).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      <p>{name}</p>
      {!isBack && (
        <label className="shelf-span">
          {t('shelf.span')}
          <Select
            aria-label={t('shelf.span')}
            value={minutes}
            options={spans.map((value) => ({
              value,
              label: value < 60 ? t('minutes', { count: value }) : t('hours', { count: value / 60 }),
            }))}
            onChange={setMinutes}
          />
        </label>
      )}
    </ActionDialog>
  )
}

interface AlarmRepairFormProps {
  readonly alarm: AlarmRow
  readonly onClose: () => void
}

/** A repair order prefilled from an alarm. */
export function AlarmRepairForm({ alarm, onClose }: AlarmRepairFormProps) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const navigate = useNavigate()
  const changed = useAlarmsChanged()
  const { id: alarmId, machine, severity } = alarm
  const value = valueShown(alarm)
  const reported = value === null ? '' : ` (${value})`
  return (
    <ReportForm
      of={{
        alarmId,
        machine,
        symptom: severity === 'critical' ? 'stops' : 'other',
        stopped: severity === 'critical',
        description: `${t('field.alarm')}: ${alarmTitle(alarm, nameOf)}${reported}`,
      }}
      onSaved={(repair) => {
        void changed()
        void navigate(`/equipment/repair/${repair.id}`)
      }}
      onClose={onClose}
    />
  )
}

interface AlarmDialogProps extends AlarmRepairFormProps {
  readonly dialog: AlarmAction
}

/** The dialog of an action on one alarm. Mount it when it opens. */
export function AlarmDialog({ alarm, dialog, onClose }: AlarmDialogProps) {
  if (dialog === 'ack') return <AckDialog alarms={[alarm]} onDone={onClose} onClose={onClose} />
  if (dialog === 'repair') return <AlarmRepairForm alarm={alarm} onClose={onClose} />
  return <ShelfDialog alarm={alarm} onClose={onClose} />
}

interface OutOfServiceDialogProps {
  readonly of: Pick<AlarmRow, 'machine' | 'rule'>
  /** Whether it is out of service already. */
  readonly isOut: boolean
  readonly onClose: () => void
}

/**
 * Takes a rule out of service on one machine with a reason, or restores it (ISA-18.2 out of
 * service).
 */
export function OutOfServiceDialog({ of: { machine, rule }, isOut, onClose }: OutOfServiceDialogProps) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const changed = useAlarmsChanged()
  const act = (reason = '') =>
    api('PUT /api/alarm-rules-out-of-service', {
      body: { machineId: machine.id, ruleId: rule.id, reason: isOut ? null : reason },
    }).finally(() => void changed())
  return (
    <ActionDialog
      title={t(isOut ? 'outOfService.back' : 'outOfService.title')}
      action={t(isOut ? 'action.putBack' : 'action.outOfService')}
      danger={!isOut}
      reason={isOut ? undefined : 'required'}
      maxWords={300}
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {machine.code} · {nameOf(rule.names)}
      </p>
      {!isOut && <p>{t('outOfService.text')}</p>}
    </ActionDialog>
  )
}
