import { useQueryClient } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { type Month, monthQuery } from './calendar.queries.ts'
import { type PatternValues, valuesOf } from './pattern-values.ts'

interface Props {
  readonly month: Month
  /** Whose week is being changed. */
  readonly workshopId: string | null
}

/** Fills the form with the week of the factory or of another workshop. */
export function CopyPattern({ month, workshopId }: Props) {
  const { t } = useTranslation('work-calendar')
  const form = Form.useFormInstance<PatternValues>()
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const others = [
    { value: '', label: t('factory') },
    ...month.workshops.map(({ id, name }) => ({ value: id, label: name })),
  ].filter(({ value }) => value !== (workshopId ?? ''))
  const copy = async (from: string) => {
    setError(null)
    try {
      const { pattern, shifts } = await client.fetchQuery(monthQuery(month.month, from === '' ? null : from))
      const { promptMinutes, shifts: values } = valuesOf(pattern, shifts)
      form.setFieldsValue({ promptMinutes, shifts: values })
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Form.Item label={t('copyFrom')}>
      <Select
        aria-label={t('copyFrom')}
        placeholder={t('copyHint')}
        value={null}
        options={others}
        onChange={(from: string | null) => from !== null && void copy(from)}
      />
      {error !== null && <ProblemAlert error={error} />}
    </Form.Item>
  )
}
