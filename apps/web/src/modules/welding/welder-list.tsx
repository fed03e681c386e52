import { welders } from '@cloud-factory/domain/welding/welding-resources'
import { useTranslation } from 'react-i18next'
import type { RowOf } from '../../shared/resource/resource-api.ts'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

const columns: readonly ResourceColumn<RowOf<typeof welders>>[] = [
  'code',
  'name',
  'crew',
  { key: 'valid', align: 'right', render: ({ valid }) => (valid > 0 ? valid : <NoCertificate />) },
  'nextExpiry',
  'active',
]

/** Welders and how many of their certificates are valid today. */
export function WelderList() {
  const { t } = useTranslation('welding')
  return <ResourceList resource={welders} label={t('part.welders')} columns={columns} />
}

function NoCertificate() {
  const { t } = useTranslation('welding')
  return <StatusTag tone="bad" text={t('noCertificate')} />
}
