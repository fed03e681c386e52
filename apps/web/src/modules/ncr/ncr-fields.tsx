import { maxNcrCost, ncrCauses, ncrSeverities } from '@cloud-factory/domain/ncr/ncr-enums'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { CrewSelect } from '../../shared/form/crew-select.tsx'
import { DayField } from '../../shared/form/day-field.tsx'
import { useSettings } from '../../shared/settings.ts'
import { defectsQuery } from './ncr.queries.ts'

interface Chosen {
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  /** Given by the form's item. */
  readonly id?: string
}

/** Chooses a defect out of the tree; groups are headings. */
function DefectSelect({ value, onChange, ...select }: Chosen) {
  const { t } = useTranslation('ncr')
  const language = useSettings((settings) => settings.language)
  const rows = useQuery(defectsQuery).data?.items ?? []
  const groups = rows.filter(({ parentId }) => parentId === null)
  return (
    <Select
      {...select}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('hint.defect')}
      value={value ?? null}
      onChange={(id: string | null) => onChange?.(id)}
      options={groups.map((group) => ({
        label: `${group.code} ${group.names[language]}`,
        options: rows
          .filter((row) => row.parentId === group.id && (row.active || row.id === value))
          .map(({ id, code, names }) => ({ value: id, label: `${code} ${names[language]}` })),
      }))}
    />
  )
}

/** Finding, severity and description. */
export function FindingFields() {
  const { t } = useTranslation('ncr')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="defectId" label={t('field.defect')} rules={[required]}>
        <DefectSelect />
      </Form.Item>
      <Form.Item name="severity" label={t('field.severity')}>
        <Radio.Group
          optionType="button"
          options={ncrSeverities.map((value) => ({ value, label: t(`severity.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="description"
        label={t('field.description')}
        rules={[{ ...required, whitespace: true }]}
      >
        <Input.TextArea rows={4} maxLength={2000} showCount />
      </Form.Item>
    </>
  )
}

/** Responsible crew and due date. */
export function CrewAndDay() {
  const { t } = useTranslation('ncr')
  return (
    <div className="form-pair">
      <Form.Item name="crewId" label={t('field.crew')}>
        <CrewSelect />
      </Form.Item>
      <Form.Item name="dueOn" label={t('field.dueOn')}>
        <DayField />
      </Form.Item>
    </div>
  )
}

export function CostField() {
  const { t } = useTranslation('ncr')
  return (
    <Form.Item name="cost" label={t('field.cost')}>
      <InputNumber<number> min={0} max={maxNcrCost} precision={2} className="number-field" />
    </Form.Item>
  )
}

/** Cause and cost. */
export function CauseFields() {
  const { t } = useTranslation('ncr')
  return (
    <>
      <div className="form-pair">
        <Form.Item name="cause" label={t('field.cause')}>
          <Select allowClear options={ncrCauses.map((value) => ({ value, label: t(`cause.${value}`) }))} />
        </Form.Item>
        <CostField />
      </div>
      <Form.Item name="causeNote" label={t('field.causeNote')}>
        <Input.TextArea rows={2} maxLength={2000} />
      </Form.Item>
    </>
  )
}
