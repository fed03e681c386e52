import type { ProgressStatement } from '@cloud-factory/contract/labour/costs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { FormLines } from '../../shared/form/form-lines.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { processesQuery } from '../planning/plan.queries.ts'
import '../quality-records/quality.css'

type Stage = { name: string; share: number | null; processId: string | null }
type Values = { amount: number | null; stages: Stage[] }

const valuesOf = ({ amount, stages }: ProgressStatement): Values => ({
  amount,
  stages: stages.map(({ name, share, processId }) => ({ name, share, processId })),
})

const blank: Stage = { name: '', share: null, processId: null }

interface Props {
  readonly statement: ProgressStatement
  readonly onClose: () => void
}

/** Amount and stages of an order’s contract. */
export function StatementForm({ statement, onClose }: Props) {
  const { t } = useTranslation('labour')
  const client = useQueryClient()
  const reasonText = useReasonText()
  const { id, no } = statement.order
  const required = { required: true, message: t('shell:form.required') }
  const isWhole = (_: unknown, stages: readonly Stage[]) =>
    stages.reduce((sum, { share }) => sum + Math.round((share ?? 0) * 1000), 0) === 100_000
      ? Promise.resolve()
      : Promise.reject(new Error(reasonText('weights.not_100')))
  return (
    <FormDrawer<Values, ProgressStatement>
      title={`${t('stage.title')} ${no}`}
      labels={{ amount: t('stage.amount'), stages: t('stage.name') }}
      initial={{ values: valuesOf(statement), version: statement.version }}
      save={({ amount, stages }, version) => {
        const lines = stages.map(({ name, share, processId }) => ({
          name: name.trim(),
          share: share ?? 0,
          processId: processId ?? null,
        }))
        return api('PUT /api/orders/:id/statement', {
          params: { id },
          body: { version, amount: amount ?? 0, stages: lines },
        })
      }}
      theirs={(current) => ({
        values: valuesOf(current as ProgressStatement),
        version: (current as ProgressStatement).version,
      })}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: ['cost'] })
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="amount" label={t('stage.amount')} rules={[required]}>
        <InputNumber className="number-field" min={0} max={99_999_999_999} precision={2} />
      </Form.Item>
      <FormLines
        name="stages"
        max={20}
        blank={blank}
        title={(number) => t('stage.number', { number })}
        removeLabel={(number) => t('stage.remove', { number })}
        addLabel={t('stage.add')}
      >
        {(at) => <StageFields at={at} />}
      </FormLines>
      <Form.Item name="stages" rules={[{ validator: isWhole }]} className="form-last">
        <span />
      </Form.Item>
    </FormDrawer>
  )
}

function StageFields({ at }: { readonly at: number }) {
  const { t } = useTranslation('labour')
  const nameOf = useNames()
  const processes = useQuery(processesQuery).data?.items ?? []
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name={[at, 'name']} label={t('stage.name')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name={[at, 'share']} label={t('stage.share')} rules={[required]}>
        <InputNumber className="number-field" min={0.001} max={100} precision={3} suffix="%" />
      </Form.Item>
      <Form.Item name={[at, 'processId']} label={t('stage.basis')}>
        <Select
          allowClear
          placeholder={t('stage.material')}
          showSearch={{ optionFilterProp: 'label' }}
          options={processes.map(({ id, names }) => ({ value: id, label: nameOf(names) }))}
        />
      </Form.Item>
    </>
  )
}
