import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { problemOf } from '../request.ts'
import { say } from '../ui/say.ts'
import { useReasonText } from '../ui/use-reason-text.ts'
import { type Difference, differences, merged, type Side, type Values, placeErrors } from './form.rules.ts'

/** A record as form values. */
export interface Versioned<V> {
  readonly values: V
  /** Version at which the values were read; 0 for a record that does not exist yet. */
  readonly version: number
  /** Who saved that version. */
  readonly by?: string
}

interface SaveFormOptions<V extends Values, Saved> {
  readonly form: FormInstance<V>
  readonly fields: readonly string[]
  readonly initial: Versioned<V>
  readonly save: (values: V, version: number, reason: string | undefined) => Promise<Saved>
  /** Why a questioned quantity is correct. */
  readonly reason: string
  /** Converts the record in a conflict's `current` to form values; absent where conflicts are impossible. */
  readonly theirs: ((current: unknown) => Versioned<V>) | undefined
  readonly onSaved: (saved: Saved) => void
}

interface Conflict<V> {
  readonly found: readonly Difference[]
  readonly current: Versioned<V>
  readonly mine: V
}

const toField = { focus: true, block: 'center' } as const

/** Saving of a form: once at a time, invalid fields marked, conflicts resolved field by field. */
export function useSaveForm<V extends Values, Saved>(options: SaveFormOptions<V, Saved>) {
  const { form, fields, initial, save, reason, theirs, onSaved } = options
  const { t } = useTranslation()
  const reasonText = useReasonText()
  const [base, setBase] = useState(initial)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [conflict, setConflict] = useState<Conflict<V> | null>(null)
  // A second click can come before the state of the first is rendered.
  const busy = useRef(false)

  const send = async (values: V, from: Versioned<V>) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setError(null)
    try {
      const saved = await save(values, from.version, reason.trim() || undefined)
      say('success', t('form.saved'))
      onSaved(saved)
    } catch (failure) {
      refused(failure, values, from)
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  const refused = (failure: unknown, mine: V, from: Versioned<V>) => {
    const problem = problemOf(failure)
    if (problem?.code === 'version.conflict' && theirs !== undefined && problem.current !== undefined) {
      const current = theirs(problem.current)
      setConflict({ current, mine, found: differences(fields, from.values, mine, current.values) })
      return
    }
    setError(failure)
    markFields(form, placeErrors(problem, fields).fieldErrors, reasonText)
  }

  return {
    base,
    saving,
    error,
    conflict,
    submit: async () => {
      const valid = await validated(form)
      if (valid !== null) await send(valid, base)
    },
    settle: async (sides: Readonly<Record<string, Side>>) => {
      if (conflict === null) return
      const { current, mine } = conflict
      const values = merged(mine, current.values, sides)
      form.setFieldsValue(values as never)
      setBase(current)
      setConflict(null)
      await send(values, current)
    },
    backToForm: () => setConflict(null),
  }
}

/** Writes what is wrong at the fields and shows the first of them. */
function markFields<V extends Values>(
  form: FormInstance<V>,
  fieldErrors: ReturnType<typeof placeErrors>['fieldErrors'],
  reasonText: ReturnType<typeof useReasonText>,
): void {
  for (const { field, reason, limit } of fieldErrors)
    form.setFields([{ name: field as never, errors: [reasonText(reason, limit)] }])
  if (fieldErrors[0] !== undefined) form.scrollToField(fieldErrors[0].field as never, toField)
}

/** The form's values; null when a field is wrong, which is then shown. */
async function validated<V extends Values>(form: FormInstance<V>): Promise<V | null> {
  const valid = await form.validateFields().catch(() => null)
  if (valid !== null) return valid
  const [wrong] = form.getFieldsError().filter(({ errors }) => errors.length > 0)
  if (wrong !== undefined) form.scrollToField(wrong.name, toField)
  return null
}
