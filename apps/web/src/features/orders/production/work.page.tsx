import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSession } from '../../../shared/session.ts'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PartTabs } from '../../../shared/ui/part-tabs.tsx'
import { ListPart } from './list-part.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { startQueue } from './queue.ts'
import { ScanPart } from './scan-part.tsx'
import '../orders.css'
import './work.css'

const parts = ['scan', 'list'] as const

/** Reporting work: by scanning pieces one by one, or by list many at once. */
export function WorkPage() {
  const { t } = useTranslation('work')
  const [search, setSearch] = useSearchParams()
  const person = useSession(({ user }) => user?.id)
  useEffect(() => (person === undefined ? undefined : startQueue(person)), [person])
  const part = search.get('part') === 'list' ? 'list' : 'scan'
  return (
    <div className="page is-filling work-page">
      <PageHeader title={t('shell:route.workReport')} />
      <QueuePanel />
      <PartTabs
        label={t('part.label')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={(to) => setSearch(to === 'scan' ? {} : { part: to }, { replace: true })}
      >
        {part === 'scan' ? <ScanPart /> : <ListPart />}
      </PartTabs>
    </div>
  )
}
