import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { LotList } from './lot-list.tsx'
import './material.css'

/** Steel in the store. */
export function SteelStorePage() {
  const { t } = useTranslation('material')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.steelStore')} note={t('storeNote')} />
      <LotList />
    </div>
  )
}
