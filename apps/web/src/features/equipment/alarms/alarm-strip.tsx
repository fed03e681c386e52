import { BellOutlined, MutedOutlined } from '@ant-design/icons'
import { severities } from '@cloud-factory/contract/alarm-enums'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { SeverityTag } from './alarm-labels.tsx'
import { alarmSummaryQuery } from './alarms.queries.ts'
import { useAlarmSound } from './use-alarm-sound.ts'

/** How many alarms there are now; sounds when one comes, if the person wants it. */
export function AlarmStrip() {
  const { t } = useTranslation('alarms')
  const { data } = useQuery(alarmSummaryQuery)
  const sound = useAlarmSound(data)
  return (
    <div className="alarm-strip">
      {data?.isFlood === true && (
        <span className="alarm-flood" role="alert">
          {t('flood')}
        </span>
      )}
      {data !== undefined &&
        severities.map((severity) => (
          <span key={severity} className="alarm-count">
            <SeverityTag severity={severity} /> <b>{data.active[severity]}</b>
          </span>
        ))}
      {data !== undefined && <span className="alarm-count">{t('unacked', { count: data.unacked })}</span>}
      <Button
        icon={sound.isOn ? <BellOutlined /> : <MutedOutlined />}
        aria-pressed={sound.isOn}
        onClick={sound.toggle}
      >
        {t(sound.isOn ? 'sound.on' : 'sound.off')}
      </Button>
    </div>
  )
}
