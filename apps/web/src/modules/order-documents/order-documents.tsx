import type { DocumentRow } from '@cloud-factory/contract/order-documents/order-documents'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useDocumentsChanged, documentsQuery } from './documents.queries.ts'
import './documents.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { documentKindWords } from './document-files.rules.ts'
import { documentColumns } from './documents.columns.tsx'
import { UploadArea } from './upload-area.tsx'
import { UploadList } from './upload-list.tsx'
import { isUnderWay, sendFiles, sendVersion, useUploads } from './upload-store.ts'
import { useSaveVersion } from './use-save-version.ts'
import { MoreOutlined } from '@ant-design/icons'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { DocumentForm } from './document-form.tsx'
import { DocumentPreview } from './document-preview.tsx'

interface DocumentDialogProps {
  readonly document: DocumentRow
  readonly action: 'retire' | 'restore'
  readonly onClose: () => void
}

/** Asks for confirmation before a document is retired or restored. */
function DocumentDialog({ document, action, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('order-documents')
  const changed = useDocumentsChanged(document.orderId)
  const idempotencyKey = useRequestKey()
  const { id, version, name } = document
  const act = async (reason: string | undefined) => {
    const sent = { params: { id }, idempotencyKey }
    try {
      if (action === 'retire')
        await api('POST /api/documents/:id/retire', { ...sent, body: { version, reason: reason ?? '' } })
      else await api('POST /api/documents/:id/restore', { ...sent, body: { version } })
    } finally {
      // Also after a refusal: the document is then not what the list shows.
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`ask.${action}`, { name })}
      action={t(`action.${action}`)}
      danger={action === 'retire'}
      reason={action === 'retire' ? 'required' : undefined}
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      {t(`ask.${action}Text`)}
    </ActionDialog>
  )
}

const filterNames = ['kind', 'retired'] as const

interface OpenDialog {
  readonly document: DocumentRow
  readonly action: 'open' | 'edit' | 'retire' | 'restore'
}

/** Documents of an order: drawings, contracts, photos, each with its versions. */
export function OrderDocuments({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('order-documents')
  const instant = useInstant()
  const list = useListState('GET /api/orders/:id/documents', filterNames)
  const query = useQuery(documentsQuery(orderId, list.query))
  const uploads = useUploads(
    useShallow((state) => state.uploads.filter((upload) => upload.orderId === orderId)),
  )
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const { save } = useSaveVersion()
  const versions = useVersionInput(orderId)
  useDirty(uploads.some(isUnderWay))
  const open = (document: DocumentRow) => setAsked({ document, action: 'open' })
  const columns = useMemo(() => documentColumns({ t, instant, onOpen: open }), [t, instant])
  const act = (document: DocumentRow, action: DocumentAction) => {
    if (action === 'save') void save(document.latest)
    else if (action === 'version') versions.choose(document)
    else setAsked({ document, action })
  }
  return (
    <UploadArea allowed={query.data?.can.add} onFiles={(files, kind) => sendFiles(orderId, files, kind)}>
      {(button) => (
        <>
          <UploadList orderId={orderId} uploads={uploads} />
          <DataTable
            name="documents"
            label={t('common:part.documents')}
            list={list}
            query={query}
            columns={columns}
            searchHint={t('search')}
            empty={t(list.state.filters['retired'] === 'true' ? 'noneRetired' : 'none')}
            onOpen={open}
            actions={button}
            filters={<DocumentFilters list={list} />}
            rowActions={{
              width: 104,
              render: (document) => (
                <span className="row-actions">
                  <Button type="link" size="small" onClick={() => open(document)}>
                    {t('action.open')}
                  </Button>
                  <DocumentMenu document={document} onAct={(action) => act(document, action)} />
                </span>
              ),
            }}
          />
          {versions.input}
          {asked !== null && <AskedPart asked={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </UploadArea>
  )
}

function DocumentFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('order-documents')
  return (
    <>
      <SelectFilter
        list={list}
        name="kind"
        many
        label={t('field.kind')}
        options={documentKindWords.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <SelectFilter
        list={list}
        name="retired"
        label={t('inUse')}
        options={[{ value: 'true', label: t('retired') }]}
      />
    </>
  )
}

function AskedPart({
  asked: { document, action },
  onClose,
}: {
  readonly asked: OpenDialog
  readonly onClose: () => void
}) {
  switch (action) {
    case 'open':
      return <DocumentPreview document={document} onClose={onClose} />
    case 'edit':
      return <DocumentForm document={document} onClose={onClose} />
    case 'retire':
    case 'restore':
      return <DocumentDialog document={document} action={action} onClose={onClose} />
  }
}

/** Chooses the file that becomes a document's next version. */
function useVersionInput(orderId: string) {
  const { t } = useTranslation('order-documents')
  const input = useRef<HTMLInputElement>(null)
  const target = useRef<string>(null)
  return {
    choose: ({ id }: DocumentRow) => {
      target.current = id
      input.current?.click()
    },
    input: (
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('action.version')}
        data-testid="document-version"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file !== undefined && target.current !== null) sendVersion(orderId, target.current, file)
          currentTarget.value = ''
        }}
      />
    ),
  }
}

type DocumentAction = 'save' | 'version' | 'edit' | 'retire' | 'restore'

interface DocumentMenuProps {
  readonly document: DocumentRow
  readonly onAct: (action: DocumentAction) => void
}

/** Actions on a document; disabled actions stay visible with their reason. */
function DocumentMenu({ document, onAct }: DocumentMenuProps) {
  const { t } = useTranslation('order-documents')
  const reasonText = useReasonText()
  const { can, retired } = document
  const actions: readonly (readonly [DocumentAction, true | string])[] = [
    ['save', true],
    ['version', can.edit],
    ['edit', can.edit],
    retired === null ? ['retire', can.retire] : ['restore', can.restore],
  ]
  const items = actions.map(([key, allowed]) => ({
    key,
    disabled: allowed !== true,
    danger: key === 'retire',
    label: (
      <>
        {t(`action.${key}`)}
        {allowed !== true && <small className="menu-reason">{reasonText(allowed)}</small>}
      </>
    ),
  }))
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => onAct(key as DocumentAction) }}
    >
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={t('actions', { name: document.name })}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}
