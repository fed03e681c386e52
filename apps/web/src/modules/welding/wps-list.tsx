import { weldingProcedures } from '@cloud-factory/domain/welding/welding-resources'
import { useTranslation } from 'react-i18next'
import { absent, rangeShown } from '../../shared/format/numbers.ts'
import type { RowOf } from '../../shared/resource/resource-api.ts'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'

const celsius = (value: number | null, sign: string): string => (value === null ? absent : `${sign} ${value}`)

const columns: readonly ResourceColumn<RowOf<typeof weldingProcedures>>[] = [
  { key: 'code', width: 145, render: ({ code, revision }) => `${code} ${revision}` },
  'process',
  'materialGroup',
  {
    key: 'thickness',
    align: 'right',
    render: ({ thicknessMin, thicknessMax }) => rangeShown(thicknessMin, thicknessMax),
  },
  'current',
  'voltage',
  { key: 'speed', spare: true },
  { key: 'preheat', render: ({ preheat }) => celsius(preheat, '≥') },
  { key: 'interpass', render: ({ interpass }) => celsius(interpass, '≤') },
  'active',
]

/** Welding procedures with their permitted ranges. */
export function WpsList() {
  const { t } = useTranslation('welding')
  return <ResourceList resource={weldingProcedures} label={t('part.wps')} columns={columns} />
}
