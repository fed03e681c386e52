import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ReportForm } from '../maintenance/report-form.tsx'
import { alarmTitle, valueShown } from './alarm-labels.tsx'
import { useAlarmsChanged } from './alarms.queries.ts'

interface Props {
  readonly alarm: AlarmRow
  readonly onClose: () => void
}

/** A repair order prefilled from an alarm. */
export function AlarmRepairForm({ alarm, onClose }: Props) {
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
