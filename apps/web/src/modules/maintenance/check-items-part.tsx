import { checkItems } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { useTranslation } from 'react-i18next'
import { ResourceList } from '../../shared/resource/resource-list.tsx'

const columns = ['names', 'class', 'position', 'active'] as const

/** Items of an inspection round, by machine class. */
export function CheckItemsPart() {
  const { t } = useTranslation('maintenance')
  return <ResourceList resource={checkItems} label={t('part.items')} columns={columns} />
}
