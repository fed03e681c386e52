import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useAlarmsChanged } from './alarms.queries.ts'

interface Props {
  readonly of: Pick<AlarmRow, 'machine' | 'rule'>
  /** Whether it is out of service already. */
  readonly isOut: boolean
  readonly onClose: () => void
}

/**
 * Takes a rule out of service on one machine with a reason, or restores it (ISA-18.2 out of
 * service).
 */
export function OutageDialog({ of: { machine, rule }, isOut, onClose }: Props) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const changed = useAlarmsChanged()
  const act = (reason = '') =>
    api('PUT /api/alarm-outages', {
      body: { machineId: machine.id, ruleId: rule.id, reason: isOut ? null : reason },
    }).finally(() => void changed())
  return (
    <ActionDialog
      title={t(isOut ? 'outage.back' : 'outage.title')}
      action={t(isOut ? 'action.putBack' : 'action.outage')}
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
      {!isOut && <p>{t('outage.text')}</p>}
    </ActionDialog>
  )
}
