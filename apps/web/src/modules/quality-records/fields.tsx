import { Form, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'

interface NumberProps {
  readonly name: string | readonly (string | number)[]
  readonly label: string
  readonly min?: number
  readonly max?: number
  readonly precision?: number
  readonly unit?: string
  readonly optional?: boolean
  /** Value is preserved but hidden. */
  readonly hidden?: boolean
}

/** A number with its unit. Left empty it is null, where that is allowed. */
export function NumberField({
  name,
  label,
  min = 0,
  max = 99_999,
  precision = 0,
  unit,
  optional,
  hidden = false,
}: NumberProps) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name={typeof name === 'string' ? name : [...name]}
      label={label}
      hidden={hidden}
      rules={optional === true ? [] : [{ required: true, message: t('form.required') }]}
    >
      <InputNumber
        className="number-field"
        min={min}
        max={max}
        precision={precision}
        {...(unit === undefined ? {} : { suffix: unit })}
      />
    </Form.Item>
  )
}

interface WordProps {
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly many?: boolean
}

/** One word of a closed list, or several. */
export function WordField({ name, label, options, many = false }: WordProps) {
  const { t } = useTranslation()
  return (
    <Form.Item name={name} label={label} rules={[{ required: true, message: t('form.required') }]}>
      <Select options={[...options]} {...(many ? { mode: 'multiple' as const } : {})} />
    </Form.Item>
  )
}
