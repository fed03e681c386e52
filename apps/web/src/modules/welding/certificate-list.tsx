import type { CertificateRow } from '@cloud-factory/contract/welding/welders'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { rangeShown } from '../quality-records/fields.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'
import { RegisterList } from '../quality-records/register-list.tsx'
import { CertificateFile } from './certificate-file.tsx'
import { CertificateForm } from './certificate-form.tsx'
import { CertificateTag } from './weld-labels.tsx'

const filterNames = ['ends', 'welderId'] as const

/** Certificates of welders, those that end first on top. */
export function CertificateList() {
  const { t } = useTranslation('welding')
  const list = useListState('GET /api/welder-certificates', filterNames)
  const query = useQuery(listQuery('GET /api/welder-certificates', list.query))
  const columns = useMemo(() => certificateColumns(t), [t])
  return (
    <RegisterList<CertificateRow>
      name="certificates"
      words={{
        title: t('part.certificates'),
        add: t('certificate.add'),
        empty: t('certificate.empty'),
        search: t('certificate.search'),
      }}
      list={list}
      query={query}
      columns={columns}
      nameOf={({ no }) => no}
      form={CertificateForm}
      remove={({ id, version }) =>
        api('DELETE /api/welder-certificates/:id', { params: { id }, query: { version } })
      }
      rowButtons={(row) => <CertificateFile certificate={row} />}
      rowWidth={250}
      filters={
        <SelectFilter
          list={list}
          name="ends"
          label={t('field.ends')}
          options={(['30', '60', 'expired'] as const).map((value) => ({ value, label: t(`ends.${value}`) }))}
        />
      }
    />
  )
}

type T = TFunction<'welding'>

const certificateColumns = (t: T): readonly Column<CertificateRow>[] => [
  ...validityColumns(t),
  ...scopeColumns(t),
]

/** Whose certificate it is and until when it counts. */
const validityColumns = (t: T): readonly Column<CertificateRow>[] => [
  {
    key: 'no',
    title: t('field.certificateNo'),
    width: 168,
    pinned: true,
    sort: 'no',
    render: ({ no }) => no,
  },
  {
    key: 'welder',
    title: t('field.welder'),
    width: 110,
    render: ({ welder }) => `${welder.code} ${welder.name}`,
  },
  {
    key: 'state',
    title: t('field.state'),
    width: { zh: 90, other: 110 },
    render: ({ state }) => <CertificateTag state={state} />,
  },
  {
    key: 'validUntil',
    title: t('field.validUntil'),
    width: { zh: 115, other: 137 },
    sort: 'validUntil',
    render: ({ validUntil }) => validUntil,
  },
  {
    key: 'daysLeft',
    title: t('short.daysLeft'),
    tip: t('field.daysLeft'),
    width: { zh: 82, other: 97 },
    spare: true,
    align: 'right',
    render: ({ daysLeft }) => count(daysLeft),
  },
]

/** Scope of a welder's qualification, and its scan. */
const scopeColumns = (t: T): readonly Column<CertificateRow>[] => [
  {
    key: 'process',
    title: t('field.process'),
    width: { zh: 115, other: 178 },
    render: ({ process }) => t(`process.${process}`),
  },
  {
    key: 'positions',
    title: t('field.positions'),
    width: { zh: 95, other: 110 },
    render: ({ positions }) => positions.join(' '),
  },
  {
    key: 'group',
    title: t('short.materialGroup'),
    tip: t('field.materialGroup'),
    width: 75,
    spare: true,
    render: ({ materialGroup }) => materialGroup,
  },
  {
    key: 'thickness',
    title: t('short.thicknessRange'),
    tip: t('field.thicknessRange'),
    width: 85,
    spare: true,
    align: 'right',
    render: ({ thicknessMin, thicknessMax }) => rangeShown(thicknessMin, thicknessMax),
  },
  {
    key: 'file',
    title: t('field.scan'),
    width: 160,
    spare: true,
    render: ({ file }) => file?.name ?? absent,
  },
]
