import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { NdtSettings } from '@cloud-factory/contract/ndt'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { FormDrawer } from '../../../shared/form/form-drawer.tsx'
import { NumberField } from '../registers/fields.tsx'
import { useQualityChanged } from '../registers/quality.queries.ts'

type Values = {
  readonly percent1: number
  readonly percent2: number
  readonly percent3: number
  readonly projects: readonly { readonly projectId: string | null; readonly maxRepairs: number }[]
} & Pick<NdtSettings, 'atLeastMm' | 'waitHours' | 'waitHoursHigh' | 'highFromMpa' | 'maxRepairs'>

const versioned = ({ percent, can: _can, version, ...plan }: NdtSettings) => ({
  values: { ...plan, percent1: percent[1], percent2: percent[2], percent3: percent[3] },
  version,
})

interface Props {
  readonly settings: NdtSettings
  readonly onClose: () => void
}

export function PlanForm({ settings, onClose }: Props) {
  const { t } = useTranslation('welds')
  const changed = useQualityChanged()
  const fields = [
    'percent1',
    'percent2',
    'percent3',
    'atLeastMm',
    'waitHours',
    'waitHoursHigh',
    'highFromMpa',
    'maxRepairs',
    'projects',
  ] as const
  const labels = Object.fromEntries(fields.map((field) => [field, t(`ndtPlan.${field}`)])) as Record<
    (typeof fields)[number],
    string
  >
  return (
    <FormDrawer<Values, NdtSettings>
      title={t('part.plan')}
      labels={labels}
      initial={versioned(settings)}
      save={({ percent1, percent2, percent3, projects, ...plan }, version) =>
        api('PUT /api/ndt/settings', {
          body: {
            version,
            ...plan,
            percent: { 1: percent1, 2: percent2, 3: percent3 },
            projects: projects.map(({ projectId, maxRepairs }) => ({
              projectId: projectId ?? '',
              maxRepairs,
            })),
          },
        })
      }
      theirs={(current) => versioned(current as NdtSettings)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="form-note">{t('ndtPlan.note')}</p>
      <div className="form-pair">
        <NumberField name="percent1" label={labels.percent1} max={100} unit="%" />
        <NumberField name="percent2" label={labels.percent2} max={100} unit="%" />
        <NumberField name="percent3" label={labels.percent3} max={100} unit="%" />
        <NumberField name="atLeastMm" label={labels.atLeastMm} unit="mm" />
        <NumberField name="waitHours" label={labels.waitHours} max={240} unit="h" />
        <NumberField name="waitHoursHigh" label={labels.waitHoursHigh} max={240} unit="h" />
        <NumberField name="highFromMpa" label={labels.highFromMpa} min={1} max={2000} unit="MPa" />
        <NumberField name="maxRepairs" label={labels.maxRepairs} max={9} />
      </div>
      <ProjectLimits />
    </FormDrawer>
  )
}

/** Projects that allow other repairs than the plan. */
function ProjectLimits() {
  const { t } = useTranslation('welds')
  const projects = useQuery({
    queryKey: ['orders', 'projects', 'choice'],
    queryFn: ({ signal }) => api('GET /api/projects', { query: { pageSize: 200 }, signal }),
  })
  const required = { required: true, message: t('shell:form.required') }
  const options = (projects.data?.items ?? []).map(({ id, code, name }) => ({
    value: id,
    label: `${code} ${name}`,
  }))
  return (
    <Form.List name="projects">
      {(limits, { add, remove }) => (
        <>
          {limits.map(({ key, name }) => (
            <fieldset className="weld-line" key={key}>
              <legend>{t('ndtPlan.projects')}</legend>
              <Form.Item name={[name, 'projectId']} label={t('field.project')} rules={[required]}>
                <Select
                  showSearch={{ optionFilterProp: 'label' }}
                  options={options}
                  popupMatchSelectWidth={false}
                />
              </Form.Item>
              <Form.Item name={[name, 'maxRepairs']} label={t('ndtPlan.maxRepairs')} rules={[required]}>
                <InputNumber className="number-field" min={0} max={9} precision={0} />
              </Form.Item>
              <Button
                type="text"
                className="weld-line-remove"
                icon={<DeleteOutlined />}
                aria-label={t('ndtPlan.removeProject')}
                onClick={() => remove(name)}
              />
            </fieldset>
          ))}
          <Button
            type="dashed"
            block
            icon={<PlusOutlined />}
            onClick={() => add({ projectId: null, maxRepairs: 2 })}
          >
            {t('ndtPlan.addProject')}
          </Button>
        </>
      )}
    </Form.List>
  )
}
