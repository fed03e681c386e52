import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePart } from '../../shared/ui/use-part.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { DevicesTable } from './devices-table.tsx'
import './screens.css'
import { ScreensTable } from './screens-table.tsx'

const parts = ['screens', 'devices'] as const

/** /set/show: screens, and the TVs that show them. */
export function ShowPage() {
  const { t } = useTranslation('displays')
  const [part, show] = usePart(parts)
  return (
    <div className="page is-filling">
      <PageHeader title={t('title')} note={t('note')}>
        <Button href="/realData" target="_blank" rel="noreferrer">
          {t('openLive')}
        </Button>
        <Button href="/virtualData" target="_blank" rel="noreferrer" title={t('leadSimulation')}>
          {t('openSimulated')}
        </Button>
      </PageHeader>
      <PartTabs
        label={t('title')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={show}
      >
        {part === 'screens' && <ScreensTable />}
        {part === 'devices' && <DevicesTable />}
      </PartTabs>
    </div>
  )
}
