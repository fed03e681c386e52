import { FileInput } from '../../shared/ui/file-input.tsx'
import type { DocumentRow } from '@cloud-factory/contract/order-documents/order-documents'
import { Tag, Button, Dropdown } from 'antd'
import type { TFunction } from 'i18next'
import { absent, bytesText } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import './documents.css'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useShallow } from 'zustand/react/shallow'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { documentKindWords } from './document-files.rules.ts'
import { documentsQuery, useSaveVersion } from './documents.queries.ts'
import { UploadArea, UploadList } from './upload-area.tsx'
import { isUnderWay, sendFiles, sendVersion, useUploads } from './upload-store.ts'
import { MoreOutlined } from '@ant-design/icons'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { DocumentForm, DocumentDialog } from './document-form.tsx'
import { DocumentPreview } from './document-preview.tsx'

interface Context {
  readonly t: TFunction<'order-documents'>
  readonly instant: (at: string) => string
  readonly onOpen: (row: DocumentRow) => void
}

const documentColumns = ({ t, instant, onOpen }: Context): readonly Column<DocumentRow>[] => [
  {
    key: 'name',
    title: t('field.name'),
    width: 220,
    pinned: true,
    sort: 'name',
    render: (row) => (
      <button type="button" className="document-name" onClick={() => onOpen(row)}>
        {row.name}
      </button>
    ),
  },
  {
    key: 'kind',
    title: t('field.kind'),
    width: 110,
    sort: 'kind',
    group: ({ kind }) => kind,
    render: ({ kind }) => <Tag>{t(`kind.${kind}`)}</Tag>,
  },
  {
    key: 'version',
    title: t('common:field.versionNo'),
    width: 90,
    align: 'right',
    render: ({ latest }) => t('versionNo', { no: latest.no }),
  },
  {
    key: 'bytes',
    title: t('field.bytes'),
    width: 90,
    align: 'right',
    render: ({ latest }) => bytesText(latest.bytes),
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    width: 178,
    sort: 'updatedAt',
    render: ({ updatedAt }) => instant(updatedAt),
  },
  { key: 'updatedBy', title: t('field.updatedBy'), width: 142, render: ({ updatedBy }) => updatedBy },
  {
    key: 'note',
    title: t('field.note'),
    width: 133,
    render: ({ note, retired }) =>
      retired === null ? (note ?? absent) : t('retiredBy', { by: retired.by, reason: retired.reason }),
  },
  {
    key: 'sha256',
    title: t('field.sha256'),
    width: 190,
    extra: true,
    render: ({ latest }) => <code title={latest.sha256}>{latest.sha256.slice(0, 16)}…</code>,
  },
]

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
  const query = useListQuery(list, (page) => documentsQuery(orderId, page))
  const uploads = useUploads(
    useShallow((state) => state.uploads.filter((upload) => upload.orderId === orderId)),
  )
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { save } = useSaveVersion()
  const versions = useVersionInput(orderId)
  useDirty(uploads.some(isUnderWay))
  const open = (document: DocumentRow) => setDialog({ document, action: 'open' })
  const columns = useMemo(() => documentColumns({ t, instant, onOpen: open }), [t, instant])
  const act = (document: DocumentRow, action: DocumentAction) => {
    if (action === 'save') void save(document.latest)
    else if (action === 'version') versions.choose(document)
    else setDialog({ document, action })
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
              width: 100,
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
          {dialog !== null && <OpenDocumentDialog dialog={dialog} onClose={() => setDialog(null)} />}
        </>
      )}
    </UploadArea>
  )
}

function DocumentFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('order-documents')
  return (
    <>
      <SelectFilters
        list={list}
        filters={{ kind: [t('field.kind'), choices(documentKindWords, (value) => t(`kind.${value}`))] }}
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

function OpenDocumentDialog({
  dialog: { document, action },
  onClose,
}: {
  readonly dialog: OpenDialog
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
      <FileInput
        ref={input}
        aria-label={t('action.version')}
        data-testid="document-version"
        onFiles={(files) => {
          const file = files[0]
          if (file !== undefined && target.current !== null) sendVersion(orderId, target.current, file)
        }}
      />
    ),
  }
}

type DocumentAction = 'save' | 'version' | 'edit' | 'retire' | 'restore'

interface Props {
  readonly document: DocumentRow
  readonly onAct: (action: DocumentAction) => void
}

/** Actions on a document; disabled actions stay visible with their reason. */
function DocumentMenu({ document, onAct }: Props) {
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
