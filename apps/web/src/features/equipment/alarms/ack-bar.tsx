import type { AlarmRow } from '@cloud-factory/contract/alarms'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'

interface Props {
  readonly alarms: readonly AlarmRow[]
  readonly onAck: () => void
  readonly onClear: () => void
}

/** What can be done with the alarms that are picked. */
export function AckBar({ alarms, onAck, onClear }: Props) {
  const { t } = useTranslation('alarms')
  // Those that can be are acknowledged; only where none can, the first one's reason is told.
  const allowed = alarms.some(({ can }) => can.ack === true) || (alarms[0]?.can.ack ?? true)
  return (
    <section className="bulk-bar" aria-label={t('picked', { count: alarms.length })}>
      <span className="bulk-count" role="status">
        {t('picked', { count: alarms.length })}
      </span>
      <ReasonButton type="primary" allowed={allowed} onClick={onAck}>
        {t('action.ack')}
      </ReasonButton>
      <Button type="link" onClick={onClear}>
        {t('clear')}
      </Button>
    </section>
  )
}
