import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { Input, Radio } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { VerdictTag } from './inspection-labels.tsx'
import { useInspectionsChanged, useKnownInspection } from './inspections.queries.ts'

export type InspectionAction =
  | 'submit'
  | 'return'
  | 'judge'
  | 'reopen'
  | 'lock'
  | 'correct'
  | 'repeat'
  | 'cancel'

const explained: ReadonlySet<InspectionAction> = new Set(['return', 'reopen', 'correct', 'cancel'])

interface Props {
  readonly form: InspectionForm
  readonly action: InspectionAction
  /** Receives the id of the resulting inspection: the same or the new one. */
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

/** Asks before an inspection is moved along its life. Mount it when it opens. */
export function InspectionActionDialog({ form, action, onDone, onClose }: Props) {
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
