import { welderCertificates } from '@cloud-factory/domain/welding/welding-resources'
import { useTranslation } from 'react-i18next'
import { absent, rangeShown } from '../../shared/format/numbers.ts'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import type { RowOf } from '../../shared/resource/resource-api.ts'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { CertificateFile } from './certificate-file.tsx'
import { CertificateTag } from './weld-labels.tsx'
import { WelderSelect } from './welder-select.tsx'

const filterNames = ['ends', 'welderId'] as const
const inputs = { welderId: <WelderSelect /> }

const columns: readonly ResourceColumn<RowOf<typeof welderCertificates>>[] = [
  'no',
  { key: 'welder', width: 110, render: ({ welder }) => `${welder.code} ${welder.name}` },
  { key: 'state', width: { zh: 90, other: 110 }, render: ({ state }) => <CertificateTag state={state} /> },
  'validUntil',
  { key: 'daysLeft', spare: true, align: 'right' },
  'process',
  { key: 'positions', width: 110 },
  { key: 'materialGroup', spare: true },
  {
    key: 'thickness',
    spare: true,
    align: 'right',
    render: ({ thicknessMin, thicknessMax }) => rangeShown(thicknessMin, thicknessMax),
  },
  { key: 'file', width: 160, spare: true, render: ({ file }) => file?.name ?? absent },
]

/** Certificates of welders, those that end first on top. */
export function CertificateList() {
  const { t } = useTranslation('welding')
  return (
    <ResourceList
      resource={welderCertificates}
      label={t('part.certificates')}
      columns={columns}
      inputs={inputs}
      storedAs="certificates"
      rowButtons={(row) => <CertificateFile certificate={row} />}
      rowWidth={250}
      filterNames={filterNames}
      filters={(list) => (
        <SelectFilter
          list={list}
          name="ends"
          label={t('field.ends')}
          options={(['30', '60', 'expired'] as const).map((value) => ({ value, label: t(`ends.${value}`) }))}
        />
      )}
    />
  )
}
