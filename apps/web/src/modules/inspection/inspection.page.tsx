import './inspections.css'
import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { useEditedValue } from '../../shared/form/use-edited-value.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { InspectionFacts, InspectionHead } from './inspection-facts.tsx'
import { InspectionPhotos } from './inspection-photos.tsx'
import { inspectionQuery, useSaveForm } from './inspections.queries.ts'
import { ReadingsGrid } from './readings-grid.tsx'
import { SizesBar } from './sizes-bar.tsx'
import { PlusOutlined } from '@ant-design/icons'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { dropReadings, isFinal, sendAgain, useQueue, useRestored } from './reading-queue.ts'
import { progressOf } from './readings.rules.ts'
import { ItemsDialog } from './items-dialog.tsx'
import { keepForm, type StoredForm, storedForm } from './drafts.ts'
import { isLost } from '../../shared/lost.ts'
import { useInstant } from '../../shared/format/dates.ts'

/** Opens the items of the standard that judge only some members: the inspector knows which this one is. */
function AddItems({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const [open, setOpen] = useState(false)
  if (form.status !== 'draft') return null
  return (
    <div>
      <ReasonButton icon={<PlusOutlined />} allowed={form.can.items} onClick={() => setOpen(true)}>
        {t('items.add')}
      </ReasonButton>
      {open && <ItemsDialog form={form} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** One inspection: its sizes, its pieces, its readings, and what is done with it. */
export function InspectionPage() {
  const { t } = useTranslation('inspection')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(inspectionQuery(id))
  const stored = useStoredForm(id, data, error)
  return (
    <RecordPage
      query={{ data: data ?? stored?.form, error, refetch }}
      title={({ no }) => no}
      list={{ to: '/quality/list', text: t('toList') }}
    >
      {(form) => (
        <InspectionShown key={id} form={form} storedAt={data === undefined ? stored?.at : undefined} />
      )}
    </RecordPage>
  )
}

/** The copy on this device while the server does not answer. An inspection that is being measured is stored. */
function useStoredForm(id: string, data: InspectionForm | undefined, error: unknown): StoredForm | null {
  const [stored, setStored] = useState<StoredForm | null>(null)
  const isAway = data === undefined && isLost(error)
  useEffect(() => {
    if (data?.can.read === true) keepForm(data)
  }, [data])
  useEffect(() => {
    if (isAway) void storedForm(id).then(setStored)
  }, [isAway, id])
  return stored?.form.id === id ? stored : null
}

interface ShownProps {
  readonly form: InspectionForm
  /** Epoch milliseconds of the copy that is shown; undefined: the server answered. */
  readonly storedAt: number | undefined
}

function InspectionShown({ form, storedAt }: ShownProps) {
  const { t } = useTranslation('inspection')
  const instant = useInstant()
  const measured = form.lot.filter((piece) => piece.measured)
  const [pieceId, show] = useState(measured[0]?.id ?? '')
  // When Enter moves to the next piece, the focus moves too.
  const [gone, goTo] = useState('')
  const next = measured[measured.findIndex((piece) => piece.id === pieceId) + 1]
  return (
    <div className="page inspection-page">
      <InspectionHead form={form} />
      <InspectionFacts form={form} />
      <SizesBar form={form} />
      {storedAt !== undefined && (
        <Alert type="warning" showIcon role="status" title={t('storedCopy', { at: instant(storedAt) })} />
      )}
      <RestoredNote form={form} />
      <QueueNote id={form.id} />
      <LotStrip form={form} shown={pieceId} onShow={show} />
      {form.lot.find((piece) => piece.id === pieceId) !== undefined && (
        <ReadingsGrid
          key={pieceId}
          form={form}
          pieceId={pieceId}
          takesFocus={gone === pieceId}
          onDone={() => {
            if (next === undefined) return
            goTo(next.id)
            show(next.id)
          }}
        />
      )}
      <AddItems form={form} />
      <NoteField form={form} />
      <InspectionPhotos form={form} />
    </div>
  )
}

/**
 * Shows that readings are not saved yet, and why; asks before the page is left with unsaved
 * readings.
 */
function QueueNote({ id }: { readonly id: string }) {
  const { t } = useTranslation('inspection')
  const { pending, error } = useQueue(id)
  const message = useProblemMessage()
  useDirty(pending.size > 0)
  if (pending.size === 0 || error === null) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t(isFinal(error) ? 'drafts.orphans' : 'unsaved', { count: pending.size })}
      description={message(error)}
      action={
        <span className="note-actions">
          <Button size="small" onClick={() => void sendAgain(id)}>
            {t('sendAgain')}
          </Button>
          {isFinal(error) && (
            <Button size="small" onClick={() => dropReadings(id)}>
              {t('drafts.discard')}
            </Button>
          )}
        </span>
      }
    />
  )
}

/** Shows that unsent readings were restored, or that the points of some no longer exist. */
function RestoredNote({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const { count, orphans, discard, close } = useRestored(form)
  return (
    <>
      {count > 0 && (
        <Alert
          type="info"
          showIcon
          role="status"
          closable={{ onClose: close }}
          title={t('drafts.restored', { count })}
          description={t('drafts.restoredText')}
        />
      )}
      {orphans.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={t('drafts.orphans', { count: orphans.length })}
          description={
            <>
              {t('drafts.orphansText')} {orphans.map(({ text }) => text).join(' · ')}
            </>
          }
          action={
            <Button size="small" onClick={discard}>
              {t('drafts.discard')}
            </Button>
          }
        />
      )}
    </>
  )
}

/** The inspection's note: written while it is measured, read afterwards. */
function NoteField({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const { value: text, version, type, saved } = useEditedValue(form.note, form.version)
  const { save, error, busy } = useSaveForm(form)
  const canChange = form.can.read === true
  const changed = canChange && text.trim() !== form.note
  useDirty(changed)
  const saveNote = async () => {
    if (await save({ version, note: text.trim() })) saved()
  }
  if (!canChange && form.note === '') return null
  return (
    <section className="inspection-note" aria-label={t('common:field.note')}>
      {error !== null && <ProblemAlert error={error} />}
      {canChange ? (
        <>
          <label>
            <span>{t('common:field.note')}</span>
            <Input.TextArea
              autoSize={{ minRows: 1, maxRows: 6 }}
              maxLength={1000}
              placeholder={t('notes.hint')}
              value={text}
              onChange={({ target }) => type(() => target.value)}
            />
          </label>
          <Button disabled={!changed} loading={busy} onClick={() => void saveNote()}>
            {t('notes.save')}
          </Button>
        </>
      ) : (
        <p>
          <b>{t('common:field.note')}</b> {form.note}
        </p>
      )}
    </section>
  )
}

interface Props {
  readonly form: InspectionForm
  readonly shown: string
  readonly onShow: (pieceId: string) => void
}

/**
 * The pieces of the lot: measured pieces can be opened and show their progress; the result of the
 * sample applies to the others.
 */
function LotStrip({ form, shown, onShow }: Props) {
  const { t } = useTranslation('inspection')
  const others = form.lot.filter((piece) => !piece.measured)
  return (
    <div className="lot-strip" role="tablist" aria-label={t('pieces')}>
      {form.lot
        .filter((piece) => piece.measured)
        .map(({ id, serial, verdict }) => {
          const { read, points, outside } = progressOf(form, id)
          // The verdict counts, not single readings: in a lot that passed, a few may be outside the
          // limits.
          const isBad = verdict === null ? outside > 0 : verdict === 'fail'
          const isDone = verdict === null ? read === points : verdict === 'pass'
          const state = isBad ? 'is-bad' : isDone ? 'is-done' : ''
          return (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={id === shown}
              className={`lot-piece ${state}`}
              onClick={() => onShow(id)}
            >
              {serial}
              <small>
                {isBad ? '✗ ' : isDone ? '✓ ' : ''}
                {verdict === null ? `${read}/${points}` : t(`verdict.${verdict}`)}
              </small>
            </button>
          )
        })}
      {others.length > 0 && (
        <span className="lot-others" title={others.map(({ serial }) => serial).join(', ')}>
          {t('notMeasured', { count: others.length })}
        </span>
      )}
    </div>
  )
}
