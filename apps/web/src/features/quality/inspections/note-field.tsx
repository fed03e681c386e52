import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDirty } from '../../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { useSaveForm } from './use-save-form.ts'

/** The inspection's note: written while it is measured, read afterwards. */
export function NoteField({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspections')
  const [text, setText] = useState(form.note)
  const { save, error, busy } = useSaveForm(form)
  const canChange = form.can.read === true
  const changed = canChange && text.trim() !== form.note
  useDirty(changed)
  if (!canChange && form.note === '') return null
  return (
    <section className="inspection-note" aria-label={t('notes.label')}>
      {error !== null && <ProblemAlert error={error} />}
      {canChange ? (
        <>
          <label>
            <span>{t('notes.label')}</span>
            <Input.TextArea
              autoSize={{ minRows: 1, maxRows: 6 }}
              maxLength={1000}
              placeholder={t('notes.hint')}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </label>
          <Button disabled={!changed} loading={busy} onClick={() => void save({ note: text.trim() })}>
            {t('notes.save')}
          </Button>
        </>
      ) : (
        <p>
          <b>{t('notes.label')}</b> {form.note}
        </p>
      )}
    </section>
  )
}
