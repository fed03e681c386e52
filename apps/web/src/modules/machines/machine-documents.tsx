import { FileInput } from '../../shared/ui/file-input.tsx'
import { UploadOutlined } from '@ant-design/icons'
import {
  type MachineDocumentKind,
  machineDocumentKinds,
} from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineDocumentRow } from '@cloud-factory/contract/machines/machines'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Progress, Select, Skeleton, Switch } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { thousands } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { useEquipmentChanged } from './machines.queries.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'

/** Documents of a machine with their versions: a file of the same name is the next one. */
export function MachineDocuments({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('machines')
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['equipment', 'documents', machineId, all],
    queryFn: ({ signal }) =>
      api('GET /api/machines/:id/documents', {
        params: { id: machineId },
        query: { pageSize: 200, ...(all ? { all: 'true' as const } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <div>
      <div className="document-bar">
        <UploadDocuments machineId={machineId} allowed={data?.can.add} />
        <label>
          <Switch size="small" checked={all} onChange={setAll} /> {t('documents.all')}
        </label>
      </div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      {data?.items.length === 0 && <p className="page-note">{t('documents.none')}</p>}
      {data !== undefined && data.items.length > 0 && <DocumentTable rows={data.items} />}
    </div>
  )
}

interface UploadProps {
  readonly machineId: string
  readonly allowed: true | string | undefined
}

/** Uploads files of one kind, with progress. */
function UploadDocuments({ machineId, allowed }: UploadProps) {
  const { t } = useTranslation('machines')
  const changed = useEquipmentChanged()
  const [kind, setKind] = useState<MachineDocumentKind>('manual')
  const [percent, setPercent] = useState<number | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const input = useRef<HTMLInputElement>(null)
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    setFailed(null)
    setPercent(0)
    try {
      await api('POST /api/machines/:id/documents', {
        params: { id: machineId },
        body: { kind },
        upload: { field: 'files', files },
        onProgress: setPercent,
      })
    } catch (failure) {
      setFailed(failure)
    } finally {
      setPercent(null)
      void changed()
    }
  }
  return (
    <>
      <Select<MachineDocumentKind>
        className="document-kind"
        aria-label={t('documents.kind')}
        value={kind}
        onChange={setKind}
        options={machineDocumentKinds.map((value) => ({ value, label: t(`documentKind.${value}`) }))}
      />
      <ReasonButton
        type="primary"
        icon={<UploadOutlined />}
        allowed={allowed}
        onClick={() => input.current?.click()}
      >
        {t('documents.add')}
      </ReasonButton>
      <FileInput ref={input} multiple data-testid="machine-documents" onFiles={(files) => void add(files)} />
      {percent !== null && <Progress percent={Math.round(percent)} aria-label={t('documents.add')} />}
      {failed !== null && <ProblemAlert error={failed} />}
    </>
  )
}

type Open = { readonly fetch: MachineDocumentRow } | { readonly retire: MachineDocumentRow }

function DocumentTable({ rows }: { readonly rows: readonly MachineDocumentRow[] }) {
  const { t } = useTranslation('machines')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ScrollRegion label={t('part.documents')} width={720}>
        <table className="machine-table">
          <thead>
            <tr>
              <th scope="col">{t('common:field.file')}</th>
              <th scope="col">{t('documents.kind')}</th>
              <th scope="col">{t('common:field.versionNo')}</th>
              <th scope="col" className="is-number">
                KB
              </th>
              <th scope="col">{t('documents.added')}</th>
              <th scope="col">{t('common:field.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <DocumentTableRow key={row.id} row={row} onOpen={setOpen} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {open !== null && 'fetch' in open && (
        <DownloadDialog
          title={open.fetch.name}
          fetch={(options) =>
            download('GET /api/machine-documents/:id/file', { params: { id: open.fetch.id }, ...options })
          }
          onClose={close}
        />
      )}
      {open !== null && 'retire' in open && <RetireDocument row={open.retire} onClose={close} />}
    </>
  )
}

interface RowProps {
  readonly row: MachineDocumentRow
  readonly onOpen: (open: Open) => void
}

function DocumentTableRow({ row, onOpen }: RowProps) {
  const { t } = useTranslation('machines')
  const instant = useInstant()
  return (
    <tr>
      <td>
        {row.name}
        {row.retired !== null && (
          <small className="page-note"> {t('documents.retired', { reason: row.retired.reason })}</small>
        )}
      </td>
      <td>{t(`documentKind.${row.kind}`)}</td>
      <td>{t('versionNo', { no: row.no })}</td>
      <td className="is-number">{thousands(Math.ceil(row.bytes / 1024))}</td>
      <td>
        {instant(row.addedAt, '{y}-{m}-{d} {h}:{i}')} {row.addedBy}
      </td>
      <td>
        <span className="row-actions">
          <ReasonButton type="link" size="small" allowed onClick={() => onOpen({ fetch: row })}>
            {t('common:action.save')}
          </ReasonButton>
          <ReasonButton
            type="link"
            size="small"
            danger={row.can.retire === true}
            allowed={row.can.retire}
            onClick={() => onOpen({ retire: row })}
          >
            {t('documents.retire')}
          </ReasonButton>
        </span>
      </td>
    </tr>
  )
}

interface RetireProps {
  readonly row: MachineDocumentRow
  readonly onClose: () => void
}

function RetireDocument({ row, onClose }: RetireProps) {
  const { t } = useTranslation('machines')
  const changed = useEquipmentChanged()
  return (
    <ActionDialog
      title={t('documents.retireTitle', { name: row.name })}
      action={t('documents.retire')}
      danger
      reason="required"
      act={(reason) =>
        api('POST /api/machine-documents/:id/retire', {
          params: { id: row.id },
          body: { reason: reason ?? '' },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('documents.retireText')}
    </ActionDialog>
  )
}
