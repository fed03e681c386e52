import type { GatePlan } from '@cloud-factory/contract/inspection/gate-plans'
import { inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'
import { Form, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useSettings } from '../../shared/settings.ts'
import { useInspectionsChanged } from './inspections.queries.ts'

type PlanValues = Pick<GatePlan, 'stage' | 'standardId' | 'automatic' | 'percent' | 'atLeast'>

interface Props {
  readonly plan: GatePlan
  readonly standards: readonly { readonly id: string; readonly code: string }[]
  readonly onClose: () => void
}

/** Assigns a form to a gate. */
export function GatePlanForm({ plan, standards, onClose }: Props) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const changed = useInspectionsChanged()
  return (
    <FormDrawer<PlanValues, GatePlan>
      title={plan.names[language]}
      labels={{
        stage: t('field.stage'),
        standardId: t('field.standard'),
        automatic: t('plan.automatic'),
        percent: t('field.percent'),
        atLeast: t('field.atLeast'),
      }}
      initial={{ values: valuesOf(plan), version: plan.version }}
      save={(values, version) =>
        api('PUT /api/gate-plans/:id', {
          params: { id: plan.id },
          body: { version, ...values, standardId: values.standardId ?? null },
        })
      }
      theirs={(current) => ({
        values: valuesOf(current as GatePlan),
        version: (current as GatePlan).version,
      })}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="stage" label={t('field.stage')} rules={[{ required: true }]}>
        <Select options={inspectionStages.map((value) => ({ value, label: t(`stage.${value}`) }))} />
      </Form.Item>
      <Form.Item name="standardId" label={t('field.standard')}>
        <Select
          allowClear
          placeholder={t('plan.firstStandard')}
          options={standards.map(({ id, code }) => ({ value: id, label: code }))}
        />
      </Form.Item>
      <Form.Item name="percent" label={t('field.percent')} rules={[{ required: true }]}>
        <InputNumber<number> min={1} max={100} precision={0} suffix="%" className="number-field" />
      </Form.Item>
      <Form.Item name="atLeast" label={t('field.atLeast')} rules={[{ required: true }]}>
        <InputNumber<number> min={1} max={200} precision={0} className="number-field" />
      </Form.Item>
      <Form.Item name="automatic" label={t('plan.automatic')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}

const valuesOf = ({ stage, standardId, automatic, percent, atLeast }: GatePlan): PlanValues => ({
  stage,
  standardId,
  automatic,
  percent,
  atLeast,
})
