import { FilePdfOutlined } from '@ant-design/icons'
import {
  type QualityDocumentKind,
  type DocumentLanguage,
  documentLanguages,
} from '@cloud-factory/domain/quality-documents/document-labels'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, download } from '../../shared/api.ts'
import { newUuid } from '../../shared/new-uuid.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { MenuButton } from '../../shared/ui/popup-menu.tsx'
import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'

/** A paper that can be had: of a record or an order, or the report of an inspection. */
export interface DocumentChoice {
  readonly kind: QualityDocumentKind | 'report'
  /** Of the record; of the order for registers and dossiers. */
  readonly id: string
  readonly label: string
}

interface DocumentButtonProps {
  readonly documents: readonly DocumentChoice[]
  /** Text beside the icon; default `PDF`. */
  readonly label?: string
  readonly primary?: boolean
  readonly onMade?: () => void
}

/** Creates documents as PDF in the reader's language. */
export function DocumentButton({ documents, label = 'PDF', primary = false, onMade }: DocumentButtonProps) {
  const { t } = useTranslation('quality-documents')
  const [request, setRequest] = useState<DocumentRequest | null>(null)
  const choices = documents.flatMap((document, index) =>
    documentLanguages.map((language, at) => ({
      key: `${document.kind} ${index} ${language}`,
      label: t(`language.${language}`),
      ...(at === 0 && { heading: document.label }),
      onChoose: () => setRequest({ ...document, language, key: newUuid() }),
    })),
  )
  const close = () => {
    setRequest(null)
    onMade?.()
  }
  return (
    <>
      <MenuButton
        className={`button ${primary ? 'is-primary' : ''}`}
        label={label}
        disabled={documents.length === 0}
        choices={choices}
      >
        <FilePdfOutlined aria-hidden="true" />
        {label}
      </MenuButton>
      {request !== null && (
        <DownloadDialog
          title={t('making')}
          fetch={(how) => fetchDocument(request, how)}
          {...(request.kind === 'dossier' ? { progress: (signal) => progressOf(request.key, signal) } : {})}
          onClose={close}
        />
      )}
    </>
  )
}

interface DocumentRequest extends DocumentChoice {
  readonly language: DocumentLanguage
  /** Key for requesting the progress. */
  readonly key: string
}

type How = Parameters<React.ComponentProps<typeof DownloadDialog>['fetch']>[0]

const fetchDocument = ({ kind, id, language, key }: DocumentRequest, how: How) =>
  kind === 'report'
    ? download('GET /api/inspections/:id/report', { params: { id }, query: { language }, ...how })
    : download('POST /api/quality-documents', { body: { kind, id, language, progressKey: key }, ...how })

const progressOf = (key: string, signal: AbortSignal) =>
  api('GET /api/quality-documents/progress/:key', { params: { key }, signal })

/** The report of an inspection, or the dossier of its order. */
export function InspectionDocuments({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('quality-documents')
  const { id, order } = form
  const report = { kind: 'report', id, label: t('report') } as const
  return (
    <DocumentButton
      documents={
        order === null
          ? [report]
          : [report, { kind: 'dossier', id: order.id, label: t('dossier', { no: order.no }) }]
      }
    />
  )
}

interface RecordDocumentProps {
  readonly kind: QualityDocumentKind
  readonly id: string
}

/** The paper of one record. */
export function RecordDocument({ kind, id }: RecordDocumentProps) {
  const { t } = useTranslation('quality-documents')
  return <DocumentButton documents={[{ kind, id, label: t(`kind.${kind}`) }]} />
}
