import { Form, Input } from 'antd'
import { useTranslation } from '../i18n/use-translation.tsx'
import { languageWords } from '../settings.ts'
import { type Language, nameLabels } from './names.rules.ts'

interface Props {
  /** Name of the input of a language. */
  readonly name: (language: Language) => string | (string | number)[]
  readonly max?: number
}

/** Inputs of a name in three languages. English and Spanish may be left empty; the Chinese name is then used. */
export function NameFields({ name, max = 60 }: Props) {
  const { t } = useTranslation()
  const labels = useNameLabels()
  const chinese = Form.useWatch<string | undefined>(name('zh'))
  const required = { required: true, whitespace: true, message: t('form.required') }
  return languageWords.map((language) => (
    <Form.Item
      key={language}
      name={name(language)}
      label={labels[language]}
      rules={language === 'zh' ? [required] : []}
    >
      <Input maxLength={max} placeholder={language === 'zh' ? undefined : chinese} />
    </Form.Item>
  ))
}

/** Labels of the inputs. */
export function useNameLabels(): Readonly<Record<Language, string>> {
  const { t } = useTranslation()
  return { zh: t(nameLabels.zh), en: t(nameLabels.en), es: t(nameLabels.es) }
}
