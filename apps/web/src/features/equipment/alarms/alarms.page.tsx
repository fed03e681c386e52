import { useTranslation } from 'react-i18next'
import { usePart } from '../../../shared/ui/use-part.ts'
import { LiveNote } from '../../../shared/live/live-note.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PartTabs } from '../../../shared/ui/part-tabs.tsx'
import { AlarmList } from './alarm-list.tsx'
import { AlarmStrip } from './alarm-strip.tsx'
import { OutageList } from './outage-list.tsx'
import { RuleList } from './rule-list.tsx'
import './alarms.css'

const parts = ['list', 'rules', 'outages'] as const

/** What is wrong with machines now, who looks after it, and what raises alarms. */
export function AlarmsPage() {
  const { t } = useTranslation('alarms')
  const [part, show] = usePart(parts)
  return (
    <div className="page is-filling alarms-page">
      <PageHeader title={t('shell:route.equipmentAlarms')}>
        <LiveNote />
        <AlarmStrip />
      </PageHeader>
      <PartTabs
        label={t('shell:route.equipmentAlarms')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={show}
      >
        {part === 'list' && <AlarmList machineId={null} />}
        {part === 'rules' && <RuleList />}
        {part === 'outages' && <OutageList />}
      </PartTabs>
    </div>
  )
}
