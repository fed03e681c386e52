import type { CertificateRow } from '@cloud-factory/contract/welding/welders'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, download } from '../../shared/api.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import {
  welders,
  weldingProcedures,
  welderCertificates,
} from '@cloud-factory/domain/welding/welding-resources'
import type { RowOf } from '../../shared/resource/resource-api.ts'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { absent, rangeShown } from '../../shared/format/numbers.ts'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { CertificateTag } from './weld-labels.tsx'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'

/** Shown in the form only, which waits for it. */
const WelderSelect = lazyThemed(async () => (await import('./welder-select.tsx')).WelderSelect)

/** The scan of a certificate: download if there is one, upload with permission. */
function CertificateFile({ certificate }: { readonly certificate: CertificateRow }) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const problem = useProblemMessage()
  const input = useRef<HTMLInputElement>(null)
  const [fetching, setFetching] = useState(false)
  const params = { id: certificate.id }
  const keep = (file: File | undefined) => {
    if (file === undefined) return
    api('POST /api/welder-certificates/:id/file', { params, upload: { field: 'file', files: [file] } })
      .then(() => say('success', t('scanSaved')))
      .catch((error: unknown) => say('warning', problem(error)))
      .finally(() => void changed())
  }
  return (
    <>
      {certificate.file !== null && (
        <ReasonButton type="link" size="small" allowed onClick={() => setFetching(true)}>
          {t('common:action.save')}
        </ReasonButton>
      )}
      <ReasonButton
        type="link"
        size="small"
        allowed={certificate.can.edit}
        onClick={() => input.current?.click()}
      >
        {t('certificate.upload')}
      </ReasonButton>
      <FileInput
        ref={input}
        accept="application/pdf,image/png,image/jpeg"
        onFiles={(files) => keep(files[0])}
      />
      {fetching && (
        <DownloadDialog
          title={certificate.no}
          fetch={(options) => download('GET /api/welder-certificates/:id/file', { params, ...options })}
          onClose={() => setFetching(false)}
        />
      )}
    </>
  )
}

const welderColumns: readonly ResourceColumn<RowOf<typeof welders>>[] = [
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
  return <ResourceList resource={welders} label={t('part.welders')} columns={welderColumns} />
}

function NoCertificate() {
  const { t } = useTranslation('welding')
  return <StatusTag tone="bad" text={t('noCertificate')} />
}

const celsius = (value: number | null, sign: string): string => (value === null ? absent : `${sign} ${value}`)

const wpsColumns: readonly ResourceColumn<RowOf<typeof weldingProcedures>>[] = [
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
  { key: 'interpass', spare: true, render: ({ interpass }) => celsius(interpass, '≤') },
  'active',
]

/** Welding procedures with their permitted ranges. */
export function WpsList() {
  const { t } = useTranslation('welding')
  return <ResourceList resource={weldingProcedures} label={t('part.wps')} columns={wpsColumns} />
}

const filterNames = ['ends', 'welderId'] as const
const inputs = { welderId: <WelderSelect /> }

const certificateColumns: readonly ResourceColumn<RowOf<typeof welderCertificates>>[] = [
  'no',
  { key: 'welder', width: 110, render: ({ welder }) => `${welder.code} ${welder.name}` },
  { key: 'state', width: { zh: 90, other: 110 }, render: ({ state }) => <CertificateTag state={state} /> },
  'validUntil',
  { key: 'daysLeft', spare: true, align: 'right' },
  'process',
  { key: 'positions', width: 110, spare: true },
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
      columns={certificateColumns}
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
