import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePart } from '../../shared/ui/use-part.ts'
import { useSession } from '../../shared/session.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { ListPart } from './list-part.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { startQueue } from './queue.ts'
import { ScanPart } from './scan-part.tsx'
import '../../shared/ui/record.css'
import './work.css'

const parts = ['scan', 'list'] as const

/** Work reporting: piece by piece with a scanner, or many pieces from a list. */
export function WorkPage() {
  const { t } = useTranslation('production')
  const person = useSession(({ user }) => user?.id)
  useEffect(() => (person === undefined ? undefined : startQueue(person)), [person])
  const [part, show] = usePart(parts)
  return (
    <div className="page is-filling work-page">
      <PageHeader title={t('shell:route.workReport')} />
      <QueuePanel />
      <PartTabs
        label={t('part.label')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={show}
      >
        {part === 'scan' ? <ScanPart /> : <ListPart />}
      </PartTabs>
    </div>
  )
}
