import type { ModelRevision } from '@cloud-factory/contract/model/models'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { bytesText, count, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { DropArea } from '../../shared/ui/drop-area.tsx'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { ProblemAlert, QueryState } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { ModelMatches } from './model-matches.tsx'
import { modelsQuery, useModelsChanged } from './models.queries.ts'
import './model.css'

/** Models of an order: upload, reading, matching with its marks, and which one is in use. */
export function OrderModel({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('model')
  const query = useQuery(modelsQuery(orderId))
  const { error, upload, ...progress } = useUpload(orderId)
  const { items = [], can } = query.data ?? {}
  const latest = latestOf(items)
  return (
    <DropArea allowed={can?.add} hint={t('drop')} onDrop={(dropped) => upload([...dropped.files])}>
      <UploadBar {...progress} orderId={orderId} models={items} allowed={can?.add} onFiles={upload} />
      {error !== null && <ProblemAlert error={error} />}
      <QueryState query={query} />
      {items.length === 0 && query.isSuccess && <p className="page-note">{t('none')}</p>}
      {latest !== undefined && <Revision key={latest.id} model={latest} />}
      {items.length > 1 && <Revisions models={items} />}
    </DropArea>
  )
}

/** The model in use, unless a later one is read, waits, or could not be read. */
function latestOf(items: readonly ModelRevision[]): ModelRevision | undefined {
  return items.find(({ status }) => status !== 'cancelled' && status !== 'replaced')
}

function useUpload(orderId: string) {
  const changed = useModelsChanged(orderId)
  const { busy, error, submit } = useSubmit()
  const [percent, setPercent] = useState(0)
  useDirty(busy)
  const upload = ([file]: readonly File[]) => {
    if (file === undefined) return
    setPercent(0)
    const sent = { field: 'files' as const, files: [file] }
    void submit(() =>
      api('POST /api/orders/:id/models', { params: { id: orderId }, upload: sent, onProgress: setPercent }),
    ).finally(() => void changed())
  }
  return { busy, error, percent, upload }
}

interface UploadProps {
  readonly orderId: string
  readonly models: readonly ModelRevision[]
  readonly allowed: true | string | undefined
  readonly busy: boolean
  readonly percent: number
  readonly onFiles: (files: readonly File[]) => void
}

function UploadBar({ orderId, models, allowed, busy, percent, onFiles }: UploadProps) {
  const { t } = useTranslation('model')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="model-upload">
      <ReasonButton type="primary" loading={busy} allowed={allowed} onClick={() => input.current?.click()}>
        {t('common:documents.add')}
      </ReasonButton>
      <FileInput ref={input} accept=".ifc,.ifczip,.zip" data-testid="model-file" onFiles={onFiles} />
      {busy && <progress max={100} value={percent} aria-label={t('uploading')} />}
      {models.some(({ status }) => status === 'current') && (
        <Link to={`/order/model/${orderId}`}>{t('open')}</Link>
      )}
    </div>
  )
}

/** What was read of a model, and what is to be decided. */
function Revision({ model }: { readonly model: ModelRevision }) {
  const { t } = useTranslation('model')
  const { status, error, progress, members, parts, triangles, kg, schema, application } = model
  const isRead = status === 'waiting' || status === 'current'
  return (
    <>
      <p>
        <strong>{model.fileName}</strong> <ModelTag model={model} />{' '}
        {isRead && t('summary', { members: count(members), parts: count(parts), tonnes: tonnes(kg) })}{' '}
        {isRead && (
          <small className="page-note">
            {schema} · {application} · {t('triangles', { n: count(triangles) })}
          </small>
        )}
      </p>
      {status === 'reading' && <progress max={100} value={progress} aria-label={t('status.reading')} />}
      {error !== null && <p className="is-urgent">{t(`error.${error}`)}</p>}
      <Doubts model={model} />
      <RevisionActions model={model} />
      {isRead && <ModelMatches model={model} />}
    </>
  )
}

/** What is doubtful about the file, and what changed since the one before. */
function Doubts({ model: { warnings, changes, orderId, id, status } }: { readonly model: ModelRevision }) {
  const { t } = useTranslation('model')
  const doubts = (['partly_matched', 'far', 'duplicate_guids', 'unreadable_parts'] as const).flatMap(
    (word) => {
      const n = warnings[word]
      return n === undefined ? [] : [t(`warning.${word}`, { n: count(n) })]
    },
  )
  const changed = (['added', 'removed', 'moved', 'changed'] as const).flatMap((word) => {
    const n = changes[word]
    return n === undefined ? [] : [`${t(`state.${word}`)}: ${count(n)}`]
  })
  return (
    <>
      {doubts.map((sentence) => (
        <Notice key={sentence} tone="warn" title={sentence} />
      ))}
      {changed.length > 0 && (
        <p>
          {t('changes')} {changed.join(' · ')}{' '}
          {status === 'waiting' && <Link to={`/order/model/${orderId}?model=${id}`}>{t('viewChanges')}</Link>}
        </p>
      )}
    </>
  )
}

function RevisionActions({ model }: { readonly model: ModelRevision }) {
  const { t } = useTranslation('model')
  const changed = useModelsChanged(model.orderId)
  const { busy, error, submit } = useSubmit()
  const { id, version, status, can } = model
  const act = (key: 'POST /api/models/:id/use' | 'POST /api/models/:id/cancel') =>
    void submit(() => api(key, { params: { id }, body: { version } })).finally(() => void changed())
  if (status !== 'waiting' && status !== 'reading') return null
  return (
    <div className="model-upload">
      {status === 'waiting' && (
        <ReasonButton
          type="primary"
          loading={busy}
          allowed={can.use}
          onClick={() => act('POST /api/models/:id/use')}
        >
          {t('use')}
        </ReasonButton>
      )}
      <ReasonButton
        danger
        loading={busy}
        allowed={can.cancel}
        onClick={() => act('POST /api/models/:id/cancel')}
      >
        {t(status === 'reading' ? 'stop' : 'discard')}
      </ReasonButton>
      {error !== null && <ProblemAlert error={error} />}
    </div>
  )
}

const tones: Readonly<Record<ModelRevision['status'], Tone>> = {
  reading: 'active',
  waiting: 'warn',
  current: 'good',
  replaced: 'neutral',
  failed: 'bad',
  cancelled: 'neutral',
}

function ModelTag({ model: { status, progress } }: { readonly model: ModelRevision }) {
  const { t } = useTranslation('model')
  const text = status === 'reading' ? `${t('status.reading')} ${progress} %` : t(`status.${status}`)
  return <StatusTag tone={tones[status]} text={text} />
}

function Revisions({ models }: { readonly models: readonly ModelRevision[] }) {
  const { t } = useTranslation('model')
  const instant = useInstant()
  const columns = useMemo(() => revisionColumns(t, instant), [t, instant])
  return <RowTable label={t('common:versions')} columns={columns} rows={models} />
}

const revisionColumns = (
  t: TFunction<'model'>,
  instant: ReturnType<typeof useInstant>,
): readonly Column<ModelRevision>[] => [
  {
    key: 'revision',
    title: t('common:field.revision'),
    width: 90,
    render: ({ revision }) => count(revision),
  },
  { key: 'fileName', title: t('common:field.fileName'), width: 220, render: ({ fileName }) => fileName },
  {
    key: 'status',
    title: t('common:field.status'),
    width: 130,
    render: (model) => <ModelTag model={model} />,
  },
  {
    key: 'bytes',
    title: t('common:field.file'),
    width: 110,
    align: 'right',
    render: ({ bytes }) => bytesText(bytes),
  },
  {
    key: 'members',
    title: t('members'),
    width: 120,
    align: 'right',
    render: ({ members, matched }) => `${count(matched)} / ${count(members)}`,
  },
  { key: 'at', title: t('common:field.at'), width: 150, render: ({ receivedAt }) => instant(receivedAt) },
  { key: 'by', title: t('common:field.updatedBy'), width: 120, render: ({ receivedBy }) => receivedBy },
]
