import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { Button, Result, Skeleton, Steps, Progress } from 'antd'
import { useState, useEffect, useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { bytesText, count, exactTonnes } from '../../shared/format/numbers.ts'
import { useCloseTab, useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ChangesTable } from './changes-table.tsx'
import { ImportDetails } from './import-details.tsx'
import { PartFilesCard } from './part-files-card.tsx'
import { useUndoImport, importQuery } from './imports.queries.ts'
import './import.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ImportPreview } from './import-preview.tsx'

/** An applied, discarded or withdrawn import: its result, and the link back. */
function ImportEnd({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const close = useCloseTab()
  const applied = view.status === 'applied'
  return (
    <>
      <Result
        status={applied ? 'success' : 'info'}
        title={t(`end.${view.status as 'applied' | 'discarded' | 'undone'}`, { order: view.orderNo })}
        subTitle={<EndWords view={view} />}
        extra={[
          <Button
            key="back"
            type="primary"
            onClick={() => void close({ to: `/order/detail/${view.orderId}`, force: true })}
          >
            {t('end.back', { order: view.orderNo })}
          </Button>,
          applied && <UndoButton key="undo" view={view} />,
        ]}
      />
      {view.differences !== null && view.status !== 'discarded' && (
        <section className="import-card">
          <h2>{t('revision.title')}</h2>
          <ChangesTable view={view} open={false} />
        </section>
      )}
      {view.status !== 'discarded' && <PartFilesCard view={view} />}
      {view.status !== 'discarded' && <ImportDetails view={view} />}
    </>
  )
}

function EndWords({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const instant = useInstant()
  const { computed, differences, undone } = view
  if (undone !== null) return t('end.undoneText', { name: undone.by, at: instant(undone.at) })
  if (view.status !== 'applied') return t('end.discardedText')
  const text =
    differences === null
      ? t('end.appliedText', {
          marks: count(computed.marks),
          pieces: count(computed.pieces),
          tonnes: exactTonnes(computed.netKg),
        })
      : t('end.revisedText', { accepted: count(differences.accepted), held: count(differences.held) })
  return `${text} ${instant(view.appliedAt)}`
}

function UndoButton({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const [isConfirming, setConfirming] = useState(false)
  const undo = useUndoImport(view.id)
  return (
    <>
      <ReasonButton allowed={view.can.undo} onClick={() => setConfirming(true)}>
        {t('undo.button')}
      </ReasonButton>
      {isConfirming && (
        <ActionDialog
          title={t('undo.question')}
          action={t('undo.button')}
          keep={t('discard.keep')}
          danger
          act={undo}
          onDone={() => setConfirming(false)}
          onClose={() => setConfirming(false)}
        >
          {t('undo.help', { order: view.orderNo })}
        </ActionDialog>
      )}
    </>
  )
}

/**
 * One import from reading to writing. Its status decides what is shown, so a reload changes
 * nothing.
 */
export function OrderImportPage() {
  const { t } = useTranslation('order-import')
  const { id = '' } = useParams()
  const { data: view, error, refetch } = useQuery(importQuery(id))
  useTabTitle(view === undefined ? undefined : t('tab', { order: view.orderNo }))
  useNewsOfOrder(view)
  return (
    <div className="page import-page">
      <PageHeader
        title={t('title')}
        note={
          view === undefined ? undefined : (
            <>
              <Link to={`/order/detail/${view.orderId}`}>{t('order', { order: view.orderNo })}</Link>
              {' · '}
              {t('by', { name: view.createdBy })}
            </>
          )
        }
      />
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {view === undefined ? (
        error === null && <Skeleton active />
      ) : (
        <>
          <Progression status={view.status} />
          <Stage view={view} />
        </>
      )}
    </div>
  )
}

/** Reading or writing that ended while the page looked on changes what other pages show. */
function useNewsOfOrder(view: ImportView | undefined): void {
  const client = useQueryClient()
  const status = view?.status
  const before = useRef(status)
  useEffect(() => {
    const ended = before.current === 'reading' || before.current === 'applying'
    if (ended && before.current !== status) void client.invalidateQueries({ queryKey: ['orders'] })
    before.current = status
  }, [client, status])
}

const reached = { reading: 1, ready: 1, failed: 1, applying: 2, applied: 3, discarded: 1, undone: 3 } as const

function Progression({ status }: Pick<ImportView, 'status'>) {
  const { t } = useTranslation('order-import')
  const wrong = status === 'failed' || status === 'discarded' || status === 'undone'
  return (
    <Steps
      className="import-steps"
      size="small"
      current={reached[status]}
      status={wrong ? 'error' : 'process'}
      items={[{ title: t('step.upload') }, { title: t('step.check') }, { title: t('step.apply') }]}
    />
  )
}

function Stage({ view }: { readonly view: ImportView }) {
  switch (view.status) {
    case 'reading':
    case 'applying':
      return <ImportWork view={view} />
    case 'ready':
    case 'failed':
      return <ImportPreview view={view} />
    case 'applied':
    case 'discarded':
    case 'undone':
      return <ImportEnd view={view} />
  }
}

/** Progress of the server's work, with a note that nobody has to wait here. */
function ImportWork({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const reading = view.status === 'reading'
  const bytes = view.files.reduce((sum, file) => sum + file.bytes, 0)
  return (
    <section className="import-card" role="status">
      <h2>{t(reading ? 'work.reading' : 'work.applying')}</h2>
      <Progress
        percent={view.progress}
        status="active"
        aria-label={t(reading ? 'work.reading' : 'work.applying')}
      />
      <p className="page-note">
        {t('work.files', { n: view.files.length, size: bytesText(bytes) })}
        {' · '}
        {t('work.mayLeave')}
      </p>
    </section>
  )
}
