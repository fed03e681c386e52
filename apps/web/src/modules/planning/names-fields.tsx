import type { Names } from '@cloud-factory/contract/planning/processes'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** A name in three languages as a form holds it: a form's fields have no fields. */
export type NameValues = { readonly nameZh: string; readonly nameEn: string; readonly nameEs: string }

export const nameValues = (names: Names | undefined): NameValues => ({
  nameZh: names?.zh ?? '',
  nameEn: names?.en ?? '',
  nameEs: names?.es ?? '',
})

export const namesOf = ({ nameZh, nameEn, nameEs }: NameValues): Names => ({
  zh: nameZh.trim(),
  en: nameEn.trim(),
  es: nameEs.trim(),
})

const fields = ['nameZh', 'nameEn', 'nameEs'] as const

/** Code and names of a master record, as used by lists and reports. */
export function NamesFields({ example }: { readonly example: string }) {
  const { t } = useTranslation('planning')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="code" label={t('field.code')} rules={[required]}>
        <Input maxLength={40} placeholder={example} />
      </Form.Item>
      {fields.map((name) => (
        <Form.Item key={name} name={name} label={t(`field.${name}`)} rules={[required]}>
          <Input maxLength={60} />
        </Form.Item>
      ))}
    </>
  )
}
