import { DropArea } from '../../shared/ui/drop-area.tsx'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { CloseOutlined, RedoOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Progress, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { isRequestFailure } from '../../shared/request.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { bytesText } from '../../shared/format/numbers.ts'
import { maxDocumentBytes, documentKindWords } from './document-files.rules.ts'
import { cancelUpload, clearUploads, isUnderWay, retryUpload, type Upload } from './upload-store.ts'
import type { DocumentKind } from '@cloud-factory/contract/order-documents/order-documents'
import { type ReactNode, useRef, useState } from 'react'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'

/** Files on their way and what became of them. */
export function UploadList({
  orderId,
  uploads,
}: {
  readonly orderId: string
  readonly uploads: readonly Upload[]
}) {
  const { t } = useTranslation('order-documents')
  if (uploads.length === 0) return null
  const open = uploads.filter(isUnderWay).length
  return (
    <section className="upload-list" aria-label={t('upload.list')}>
      <p className="upload-list-head">
        <span role="status">{open > 0 ? t('upload.open', { n: open }) : t('upload.done')}</span>
        {open < uploads.length && (
          <Button type="link" size="small" onClick={() => clearUploads(orderId)}>
            {t('upload.clear')}
          </Button>
        )}
      </p>
      <ul>
        {uploads.map((upload) => (
          <UploadLine key={upload.key} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function UploadLine({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation('order-documents')
  const { key, file, state } = upload
  return (
    <li>
      <span className="upload-name">{file.name}</span>
      <span className="upload-state">
        <LineState upload={upload} />
      </span>
      {state.is === 'failed' && canHelp(state.error) && (
        <Button
          type="text"
          size="small"
          icon={<RedoOutlined />}
          aria-label={t('upload.retry', { name: file.name })}
          onClick={() => retryUpload(key)}
        />
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t(isUnderWay(upload) ? 'upload.cancel' : 'upload.forget', { name: file.name })}
        onClick={() => cancelUpload(key)}
      />
    </li>
  )
}

/** A file that was refused is refused again; a broken line or a busy server may be over. */
const canHelp = (error: unknown): boolean => !isRequestFailure(error) || error.state >= 429

function LineState({ upload: { file, state } }: { readonly upload: Upload }) {
  const { t } = useTranslation('order-documents')
  const problemMessage = useProblemMessage()
  switch (state.is) {
    case 'sending':
      // All sent: the server still writes it to its disk.
      return state.percent < 100 ? (
        <Progress
          percent={state.percent}
          size="small"
          aria-label={t('upload.progress', { name: file.name })}
        />
      ) : (
        t('upload.storing')
      )
    case 'refused':
      return (
        <span className="is-urgent">
          {t(`refused.${state.reason}`, { most: bytesText(maxDocumentBytes) })}
        </span>
      )
    case 'failed':
      return <span className="is-urgent">{problemMessage(state.error)}</span>
    case 'waiting':
    case 'added':
    case 'version':
    case 'unchanged':
      return t(`upload.${state.is}`)
  }
}

interface Props {
  /** The list's `can.add`; undefined while it is not known. */
  readonly allowed: true | string | undefined
  readonly onFiles: (files: readonly File[], kind: DocumentKind | null) => void
  readonly children: (button: ReactNode) => ReactNode
}

/** The whole list takes dropped files; a button chooses them. */
export function UploadArea({ allowed, onFiles, children }: Props) {
  const { t } = useTranslation('order-documents')
  const [kind, setKind] = useState<DocumentKind | null>(null)
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropArea allowed={allowed} hint={t('drop')} onDrop={({ files }) => onFiles([...files], kind)}>
      {children(
        <>
          <KindSelect kind={kind} onChange={setKind} />
          <ReasonButton
            type="primary"
            icon={<UploadOutlined />}
            allowed={allowed}
            onClick={() => input.current?.click()}
          >
            {t('common:documents.add')}
          </ReasonButton>
        </>,
      )}
      <FileInput
        ref={input}
        multiple
        data-testid="document-files"
        onFiles={(files) => onFiles(files, kind)}
      />
    </DropArea>
  )
}

interface KindProps {
  /** Null: derive it from the file's name. */
  readonly kind: DocumentKind | null
  readonly onChange: (kind: DocumentKind | null) => void
}

function KindSelect({ kind, onChange }: KindProps) {
  const { t } = useTranslation('order-documents')
  return (
    <Select<DocumentKind | 'auto'>
      aria-label={t('kindOfNew')}
      className="document-kind"
      popupMatchSelectWidth={false}
      value={kind ?? 'auto'}
      onChange={(word) => onChange(word === 'auto' ? null : word)}
      options={[
        { value: 'auto', label: t('kind.auto') },
        ...documentKindWords.map((value) => ({ value, label: t(`kind.${value}`) })),
      ]}
    />
  )
}
