import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { say } from '../../shared/ui/say.ts'
import { alarmTitle } from './alarm-labels.tsx'
import { useAlarmsChanged } from './alarms.queries.ts'

interface Props {
  readonly alarms: readonly AlarmRow[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** So many are named; the rest is a number. */
const namedAtMost = 6

/** Acknowledges alarms by the person's name, with a remark if wanted. */
export function AckDialog({ alarms, onDone, onClose }: Props) {
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
