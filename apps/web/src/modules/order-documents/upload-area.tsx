import { UploadOutlined } from '@ant-design/icons'
import type { DocumentKind } from '@cloud-factory/contract/order-documents/order-documents'
import { Alert, Select } from 'antd'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { documentKindWords } from './document-files.rules.ts'

interface Props {
  /** The list's `can.add`; undefined while it is not known. */
  readonly allowed: true | string | undefined
  readonly onFiles: (files: readonly File[], kind: DocumentKind | null) => void
  readonly children: (button: ReactNode) => ReactNode
}

/** The whole list takes dropped files; a button chooses them. */
export function UploadArea({ allowed, onFiles, children }: Props) {
  const { t } = useTranslation('order-documents')
  const reasonText = useReasonText()
  const [isOver, setOver] = useState(false)
  const [kind, setKind] = useState<DocumentKind | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const drag = (event: DragEvent, over: boolean) => {
    // A text or a link dragged about is none of ours.
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(over)
  }
  return (
    <div
      className={`document-drop ${isOver ? 'is-over' : ''}`}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) drag(event, false)
      }}
      onDrop={(event) => {
        drag(event, false)
        if (allowed === true) onFiles([...event.dataTransfer.files], kind)
      }}
    >
      {isOver && (
        <Alert
          className="document-drop-word"
          type={allowed === true ? 'info' : 'warning'}
          showIcon
          title={allowed === true ? t('drop') : reasonText(allowed ?? 'other')}
        />
      )}
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
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="document-files"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])], kind)
          target.value = ''
        }}
      />
    </div>
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
