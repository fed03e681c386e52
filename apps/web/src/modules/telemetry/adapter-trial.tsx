import type { ShippedAdapter, Trial } from '@cloud-factory/contract/telemetry/adapters'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { problemOf } from '../../shared/request.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { type AdapterValues, mappingOfValues } from './adapter-values.rules.ts'
import { TrialResult } from './trial-result.tsx'

/** Parses a pasted message with the current form; stores nothing. */
export function AdapterTrial({ sample }: { readonly sample: ShippedAdapter | null }) {
  const { t } = useTranslation('telemetry')
  const form = Form.useFormInstance<AdapterValues>()
  const [topic, setTopic] = useState(sample?.topic ?? '')
  const [text, setText] = useState(sample?.sample ?? '')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (): Promise<Trial> => {
      const values = form.getFieldsValue(true) as AdapterValues
      const body = { code: values.code ?? '', mapping: mappingOfValues(values), topic, sample: text }
      return api('POST /api/telemetry/adapters/trial', { body })
    },
  })
  return (
    <fieldset className="adapter-part">
      <legend>{t('trial.title')}</legend>
      <p className="adapter-hint">{t('trial.hint')}</p>
      <Form.Item label={t('trial.topic')} htmlFor="trial-topic">
        <Input
          id="trial-topic"
          className="path-input"
          maxLength={200}
          value={topic}
          onChange={({ target }) => setTopic(target.value)}
        />
      </Form.Item>
      <Form.Item label={t('trial.sample')} htmlFor="trial-sample">
        <Input.TextArea
          id="trial-sample"
          className="path-input"
          autoSize={{ minRows: 4, maxRows: 14 }}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Form.Item>
      <Button loading={isPending} onClick={() => mutate()}>
        {t('trial.run')}
      </Button>
      <div aria-live="polite" className="trial-outcome">
        {error !== null && <TrialFault error={error} />}
        {error === null && data !== undefined && <TrialResult trial={data} />}
      </div>
    </fieldset>
  )
}

/** Fields of the mapping that cannot be read, by their names. */
function TrialFault({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('telemetry')
  const reasonText = useReasonText()
  const faults = problemOf(error)?.errors ?? []
  if (faults.length === 0) return <ProblemAlert error={error} />
  return (
    <Alert
      type="error"
      showIcon
      title={faults
        .map(({ path, reason, limit }) => {
          const field = path.split('.').at(-1) ?? path
          return t('trial.fault', {
            field: t(`adapter.${field}`, { defaultValue: path }),
            reason: reasonText(reason, limit),
          })
        })
        .join(' ')}
    />
  )
}
