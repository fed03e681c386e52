import type { InspectionForm, FormItem } from '@cloud-factory/contract/inspection/inspection-forms'
import { Input, Radio } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { DayField } from '../../shared/form/day-field.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import type { InspectionAction } from './inspection-actions.rules.ts'
import { VerdictTag } from './inspection-labels.tsx'
import { useInspectionsChanged, useKnownInspection } from './inspections.queries.ts'
import { useNavigate } from 'react-router'
import { limitsText } from '@cloud-factory/contract/standards/limits-text.rules'
import { soundPieces } from '@cloud-factory/contract/inspection/verdict.rules'
import { useSettings } from '../../shared/settings.ts'
import { RaiseForm } from '../ncr/raise-form.tsx'

type ConfirmedAction = Exclude<InspectionAction, 'raise' | 'invite'>

const explained: ReadonlySet<ConfirmedAction> = new Set(['return', 'reopen', 'correct', 'cancel'])

interface Props {
  readonly form: InspectionForm
  readonly action: ConfirmedAction
  /** Receives the id of the resulting inspection: the same or the new one. */
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

/** Asks before an inspection is moved along its life. Mount it when it opens. */
function AskDialog({ form, action, onDone, onClose }: Props) {
  const { t } = useTranslation('inspection')
  const changed = useInspectionsChanged()
  const known = useKnownInspection()
  const idempotencyKey = useRequestKey()
  const [verdict, setVerdict] = useState(form.byRule.verdict)
  const [note, setNote] = useState('')
  const next = useRef(form.id)
  const act = async (reason: string | undefined) => {
    const common = { params: { id: form.id }, idempotencyKey }
    const { version } = form
    const back = { ...common, body: { version, reason: reason ?? '' } }
    const plain = { ...common, body: { version } }
    const sends = {
      submit: () => api('POST /api/inspections/:id/submit', plain),
      lock: () => api('POST /api/inspections/:id/lock', plain),
      repeat: () => api('POST /api/inspections/:id/repeat', plain),
      return: () => api('POST /api/inspections/:id/return', back),
      reopen: () => api('POST /api/inspections/:id/reopen', back),
      correct: () => api('POST /api/inspections/:id/correct', back),
      cancel: () => api('POST /api/inspections/:id/cancel', back),
      judge: () =>
        api('POST /api/inspections/:id/judge', { ...common, body: { version, verdict, note: note.trim() } }),
    }
    try {
      const answer = await sends[action]()
      known(answer)
      next.current = answer.id
    } finally {
      // Also after a refusal: the inspection is then not what the page shows.
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`ask.${action}`, { no: form.no })}
      action={t(`action.${action}`)}
      keep={t('keep')}
      danger={action === 'cancel'}
      reason={explained.has(action) ? 'required' : undefined}
      act={act}
      onDone={() => onDone(next.current)}
      onClose={onClose}
    >
      <p>{t(`ask.${action}Text`)}</p>
      {action === 'judge' && (
        <JudgeFields
          byRule={form.byRule.verdict}
          verdict={verdict}
          note={note}
          onVerdict={setVerdict}
          onNote={setNote}
        />
      )}
    </ActionDialog>
  )
}

type Verdict = InspectionForm['byRule']['verdict']

interface JudgeProps {
  /** Verdict by the rule of the standard. When it is `fail`, `pass` cannot be chosen. */
  readonly byRule: Verdict
  readonly verdict: Verdict
  readonly note: string
  readonly onVerdict: (verdict: Verdict) => void
  readonly onNote: (note: string) => void
}

function JudgeFields({ byRule, verdict, note, onVerdict, onNote }: JudgeProps) {
  const { t } = useTranslation('inspection')
  return (
    <>
      <p>
        {t('field.byRule')} <VerdictTag verdict={byRule} />
      </p>
      <Radio.Group
        value={verdict}
        onChange={({ target }) => onVerdict(target.value as Verdict)}
        options={(['pass', 'fail'] as const).map((value) => ({
          value,
          label: t(`verdict.${value}`),
          disabled: value === 'pass' && byRule === 'fail',
        }))}
      />
      <label className="dialog-field">
        {t('field.judgeNote')}
        <Input.TextArea
          rows={2}
          maxLength={500}
          value={note}
          onChange={({ target }) => onNote(target.value)}
        />
      </label>
    </>
  )
}

/** So many readings are written out; the inspection itself has all of them. */
const maxLines = 12

/** Pieces that a failed lot does not let go, as the server finds them too. */
function failedPieces({ byRule, lot, readings }: InspectionForm): InspectionForm['lot'] {
  const sound = soundPieces(byRule.verdict, lot, readings)
  return lot.filter(({ id }) => !sound.has(id))
}

/** Initial text of a report on the lot: its readings outside the limits, one per line. */
function useOutsideLines(): (form: InspectionForm) => string {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  return (form) => {
    const serials = new Map(form.lot.map(({ id, serial }) => [id, serial]))
    const items = new Map(form.items.map((item) => [item.id, item]))
    const outside = form.readings.filter(({ inside }) => !inside)
    const lines = outside.slice(0, maxLines).flatMap(({ itemId, pieceId, value }) => {
      const item: FormItem | undefined = items.get(itemId)
      if (item === undefined) return []
      const words = { serial: serials.get(pieceId), item: item.names[language] }
      const limits = `${item.nominal === null ? '' : `${item.nominal} `}${limitsText(item, item.magnitude)} ${item.unit}`
      return item.measures === 'visual'
        ? [t('outsideLook', words)]
        : [t('outsideLine', { ...words, value, limits })]
    })
    const more = outside.length - maxLines
    return [...lines, ...(more > 0 ? [t('outsideMore', { count: more })] : [])].join('\n')
  }
}

interface OfForm {
  readonly form: InspectionForm
  readonly onClose: () => void
}

/** The report of a lot that failed, filled in; one report a lot. */
function RaiseLot({ form, onClose }: OfForm) {
  const navigate = useNavigate()
  const linesOf = useOutsideLines()
  const pieces = failedPieces(form)
  return (
    <RaiseForm
      pieces={pieces.map(({ id }) => id)}
      names={pieces.map(({ serial }) => serial)}
      inspectionId={form.id}
      itemId={null}
      lot={{ no: form.no, description: linesOf(form) }}
      onRaised={({ id }) => {
        onClose()
        void navigate(`/quality/ncr/${id}`)
      }}
      onClose={onClose}
    />
  )
}

/** Invites the customer, or to another day. */
function InviteDialog({ form, onClose }: OfForm) {
  const { t } = useTranslation('inspection')
  const known = useKnownInspection()
  const [onDay, setDay] = useState(form.invitation?.onDay ?? null)
  const [note, setNote] = useState(form.invitation?.note ?? '')
  const act = async () => {
    const body = { onDay: onDay ?? '', note: note.trim() }
    known(await api('PUT /api/inspections/:id/invitation', { params: { id: form.id }, body }))
  }
  return (
    <ActionDialog
      title={t('ask.invite', { no: form.no })}
      action={t('action.invite')}
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('ask.inviteText')}</p>
      <label className="dialog-field">
        {t('invitation.day')}
        <DayField value={onDay} onChange={setDay} />
      </label>
      <label className="dialog-field">
        {t('invitation.note')}
        <Input.TextArea
          rows={2}
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
    </ActionDialog>
  )
}

/** The form or the question of an action. Mount it when it opens. */
export function InspectionDialog({ form, action, onClose }: OfForm & { readonly action: InspectionAction }) {
  const navigate = useNavigate()
  if (action === 'raise') return <RaiseLot form={form} onClose={onClose} />
  if (action === 'invite') return <InviteDialog form={form} onClose={onClose} />
  return (
    <AskDialog
      form={form}
      action={action}
      onDone={(next) => {
        onClose()
        if (next !== form.id) void navigate(`/quality/inspection/${next}`)
      }}
      onClose={onClose}
    />
  )
}
