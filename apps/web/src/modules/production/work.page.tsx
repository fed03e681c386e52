import { useEffect } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { startQueue } from './queue.ts'
import { QueuePanel } from './queue-panel.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { useSession } from '../../shared/session.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ListPart } from './list-part.tsx'
import { ScanPart } from './scan-part.tsx'
import '../../shared/ui/record.css'
import './work.css'

const parts = {
  scan: <ScanPart />,
  list: <ListPart />,
}

/** Work reporting: piece by piece with a scanner, or many pieces from a list. */
export function WorkPage() {
  const { t } = useTranslation('production')
  const person = useSession(({ user }) => user?.id)
  useEffect(() => (person === undefined ? undefined : startQueue(person)), [person])
  return (
    <div className="page is-filling work-page">
      <PageHeader title={t('shell:route.workReport')} />
      <QueuePanel />
      <PageParts label={t('part.label')} titleOf={(part) => t(`part.${part}`)} parts={parts} />
    </div>
  )
}
