import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { InspectionsTable } from './inspections-table.tsx'

/** Inspections of every stage and status. */
export function InspectionsPage() {
  const { t } = useTranslation('inspection')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.qualityList')} note={t('note')} />
      <InspectionsTable />
    </div>
  )
}
