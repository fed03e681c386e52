import type { MaterialPlan } from '@cloud-factory/contract/material/receipts'
import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { projectsQuery } from './material.queries.ts'

type Values = {
  readonly retestFromMm: number | null
  readonly retestProjects: string[]
  readonly heatProjects: string[]
}

const valuesOf = ({ retestFromMm, retestProjects, heatProjects }: MaterialPlan): Values => ({
  retestFromMm: retestFromMm === null ? null : Number(retestFromMm),
  retestProjects,
  heatProjects,
})

/** Which lots are tested again, and whose pieces are not cut without a heat. */
export function PlanForm({ plan, onClose }: { readonly plan: MaterialPlan; readonly onClose: () => void }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const projects = useQuery(projectsQuery).data?.items ?? []
  const options = projects.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.label ?? id
  const many = { mode: 'multiple' as const, showSearch: { optionFilterProp: 'label' }, options }
  return (
    <FormDrawer<Values, MaterialPlan>
      title={t('plan.title')}
      labels={{
        retestFromMm: t('plan.retestFromMm'),
        retestProjects: t('plan.retestProjects'),
        heatProjects: t('plan.heatProjects'),
      }}
      initial={{ values: valuesOf(plan), version: plan.version }}
      save={({ retestFromMm, ...rest }, version) =>
        api('PUT /api/material-plan', {
          body: {
            version,
            ...rest,
            retestFromMm: retestFromMm === null || retestFromMm === undefined ? null : String(retestFromMm),
          },
        })
      }
      theirs={(current) => ({
        values: valuesOf(current as MaterialPlan),
        version: (current as MaterialPlan).version,
      })}
      show={(_, value) =>
        Array.isArray(value) ? value.map((id) => nameOf(String(id))).join(', ') : undefined
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('plan.note')}</p>
      <Form.Item name="retestFromMm" label={t('plan.retestFromMm')} extra={t('plan.retestHint')}>
        <InputNumber className="number-field" min={1} max={999} precision={1} suffix="mm" />
      </Form.Item>
      <Form.Item name="retestProjects" label={t('plan.retestProjects')}>
        <Select {...many} />
      </Form.Item>
      <Form.Item name="heatProjects" label={t('plan.heatProjects')} extra={t('plan.heatHint')}>
        <Select {...many} />
      </Form.Item>
    </FormDrawer>
  )
}
