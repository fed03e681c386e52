import { FolderOpenOutlined } from '@ant-design/icons'
import type { DrawingRow } from '@cloud-factory/contract/drawings/drawings'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { DropArea } from '../../shared/ui/drop-area.tsx'
import { droppedFiles } from '../../shared/ui/dropped-files.ts'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { DrawingFiles } from './drawing-files.tsx'
import { DrawingPrints } from './drawing-prints.tsx'
import { isUploading, retryDrawings, sendDrawings, useDrawingUploads } from './drawing-upload.ts'
import { DrawingViewer, RevisionTag, useRevisionName } from './drawing-viewer.tsx'
import { drawingsQuery, useDrawingsChanged } from './drawings.queries.ts'
import './drawings.css'

const views = ['register', 'files', 'prints'] as const
type View = (typeof views)[number]

/** Drawings of an order: their register, the uploaded files to confirm, and who has which print. */
export function OrderDrawings({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('drawings')
  const [view, setView] = useState<View>('register')
  const { data } = useQuery(drawingsQuery(orderId, { pageSize: 1 }))
  const upload = (files: readonly File[]) => {
    if (files.length === 0) return
    setView('files')
    void sendDrawings(orderId, files)
  }
  const titles = {
    register: t('view.register'),
    files: t('view.files', { n: data === undefined ? '…' : count(data.waiting) }),
    prints: t('view.prints'),
  }
  const content: Readonly<Record<View, ReactNode>> = {
    register: (
      <Register orderId={orderId} buttons={<UploadButtons allowed={data?.can.add} onFiles={upload} />} />
    ),
    files: (
      <DrawingFiles orderId={orderId} buttons={<UploadButtons allowed={data?.can.add} onFiles={upload} />} />
    ),
    prints: <DrawingPrints orderId={orderId} />,
  }
  return (
    <DropArea
      allowed={data?.can.add}
      hint={t('drop')}
      onDrop={(dropped) => void droppedFiles(dropped).then(upload)}
    >
      <UploadProgress orderId={orderId} />
      <PartTabs
        label={t('ofPiece')}
        parts={views.map((key) => ({ key, title: titles[key] }))}
        shown={view}
        onShow={setView}
      >
        {content[view]}
      </PartTabs>
    </DropArea>
  )
}

interface UploadProps {
  /** The list's `can.add`; undefined while it is not known. */
  readonly allowed: true | string | undefined
  readonly onFiles: (files: readonly File[]) => void
}

function UploadButtons({ allowed, onFiles }: UploadProps) {
  const { t } = useTranslation('drawings')
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  return (
    <>
      <ReasonButton icon={<FolderOpenOutlined />} allowed={allowed} onClick={() => folder.current?.click()}>
        {t('addFolder')}
      </ReasonButton>
      <ReasonButton allowed={allowed} onClick={() => files.current?.click()}>
        {t('common:documents.add')}
      </ReasonButton>
      <FileInput ref={files} multiple accept=".pdf" data-testid="drawing-files" onFiles={onFiles} />
      <FileInput ref={folder} multiple {...wholeFolder} onFiles={onFiles} />
    </>
  )
}

/** Not in React's types. */
const wholeFolder = { webkitdirectory: '' }

function UploadProgress({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('drawings')
  const upload = useDrawingUploads((all) => all[orderId])
  useDirty(isUploading(upload))
  if (upload === undefined) return null
  const { total, done, failed, others, error } = upload
  const progress = t('progress', { done: count(done), total: count(total) })
  return (
    <div className="drawing-progress">
      {isUploading(upload) && <progress max={total} value={done} aria-label={progress} />}
      {total > 0 && <span role="status">{progress}</span>}
      {others > 0 && <span className="page-note">{t('notPdf', { n: count(others) })}</span>}
      {failed.length > 0 && (
        <>
          <span className="is-urgent">{t('failed', { n: count(failed.length) })}</span>
          <Button size="small" onClick={() => retryDrawings(orderId)}>
            {t('shell:retry')}
          </Button>
          <ProblemAlert error={error} />
        </>
      )}
    </div>
  )
}

const kinds = ['assembly', 'part', 'erection', 'general'] as const
/** The highest revision of a drawing is never superseded. */
const statuses = ['received', 'issued'] as const
const filterNames = ['kind', 'status'] as const

function Register({ orderId, buttons }: { readonly orderId: string; readonly buttons: ReactNode }) {
  const { t } = useTranslation('drawings')
  const nameOf = useRevisionName()
  const list = useListState('GET /api/orders/:id/drawings', filterNames)
  const query = useListQuery(list, (page) => drawingsQuery(orderId, page))
  const [opened, setOpened] = useState<DrawingRow | null>(null)
  const [issuing, setIssuing] = useState<DrawingRow | 'all' | null>(null)
  const columns = useMemo(() => drawingColumns(t, nameOf, setOpened), [t, nameOf])
  return (
    <>
      <DataTable
        name="drawings"
        label={t('ofPiece')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={t('none')}
        onOpen={setOpened}
        filters={<RegisterFilters list={list} />}
        actions={
          <>
            <ReasonButton allowed={query.data?.can.issue} onClick={() => setIssuing('all')}>
              {t('issueAll')}
            </ReasonButton>
            {buttons}
          </>
        }
        rowActions={{
          width: { zh: 90, other: 102 },
          render: (row) => (
            <ReasonButton type="link" size="small" allowed={row.can.issue} onClick={() => setIssuing(row)}>
              {t('issue')}
            </ReasonButton>
          ),
        }}
      />
      {opened !== null && <DrawingViewer drawingId={opened.id} onClose={() => setOpened(null)} />}
      {issuing !== null && (
        <IssueDialog orderId={orderId} drawing={issuing} onClose={() => setIssuing(null)} />
      )}
    </>
  )
}

function RegisterFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('drawings')
  return (
    <SelectFilters
      list={list}
      filters={{
        kind: [t('common:field.kind'), choices(kinds, (kind) => t(`kind.${kind}`))],
        status: [t('common:field.status'), choices(statuses, (status) => t(`status.${status}`))],
      }}
    />
  )
}

interface IssueProps {
  readonly orderId: string
  readonly drawing: DrawingRow | 'all'
  readonly onClose: () => void
}

/** Asks before revisions are issued for fabrication. */
function IssueDialog({ orderId, drawing, onClose }: IssueProps) {
  const { t } = useTranslation('drawings')
  const changed = useDrawingsChanged(orderId)
  return (
    <ActionDialog
      title={drawing === 'all' ? t('issueTitle') : t('issueOne', { no: drawing.drawingNo })}
      action={t('issue')}
      act={(_, idempotencyKey) =>
        api('POST /api/orders/:id/drawings/issue', {
          params: { id: orderId },
          body: drawing === 'all' ? {} : { drawingIds: [drawing.id] },
          idempotencyKey,
        })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t('issueText')}
    </ActionDialog>
  )
}

const drawingColumns = (
  t: TFunction<'drawings'>,
  nameOf: ReturnType<typeof useRevisionName>,
  open: (drawing: DrawingRow) => void,
): readonly Column<DrawingRow>[] => [
  {
    key: 'drawingNo',
    title: t('field.drawingNo'),
    width: 150,
    pinned: true,
    sort: 'drawingNo',
    render: (drawing) => (
      <button type="button" className="link-button" onClick={() => open(drawing)}>
        {drawing.drawingNo}
      </button>
    ),
  },
  { key: 'title', title: t('common:field.title'), width: 160, render: ({ title }) => title || absent },
  {
    key: 'kind',
    title: t('common:field.kind'),
    width: 100,
    sort: 'kind',
    group: ({ kind }) => kind,
    render: ({ kind }) => t(`kind.${kind}`),
  },
  {
    key: 'current',
    title: t('field.current'),
    width: 190,
    render: ({ current }) => (
      <>
        {nameOf(current)} <RevisionTag revision={current} />
      </>
    ),
  },
  {
    key: 'issued',
    title: t('field.issued'),
    width: 190,
    render: ({ issued }) => (issued === null ? absent : nameOf(issued)),
  },
  {
    key: 'marks',
    title: t('common:marks.mark'),
    width: 166,
    render: ({ marks }) => marks.map(({ mark }) => mark).join(', ') || absent,
  },
]
