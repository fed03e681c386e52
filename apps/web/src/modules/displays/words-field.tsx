import type { Language } from '@cloud-factory/contract/identity/access'
import { Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

type Words = Readonly<Record<Language, string>>
const languages = ['zh', 'en', 'es'] as const

interface Props {
  readonly label: string
  readonly value: Words
  readonly onChange: (value: { zh: string; en: string; es: string }) => void
  readonly most: number
  /** More than one line. */
  readonly long?: boolean
}

/** Words in the three languages, one field each. */
export function WordsField({ label, value, onChange, most, long = false }: Props) {
  const { t } = useTranslation('display-info')
  const id = useId()
  return (
    <fieldset className="words-field">
      <legend>{label}</legend>
      {languages.map((language) => {
        const field = {
          id: `${id}-${language}`,
          value: value[language],
          maxLength: most,
          lang: language,
          onChange: (event: { readonly target: { readonly value: string } }) =>
            onChange({ ...value, [language]: event.target.value }),
        }
        return (
          <div key={language} className="words-row">
            <label htmlFor={field.id}>{t(`language.${language}`)}</label>
            {long ? (
              <Input.TextArea {...field} autoSize={{ minRows: 1, maxRows: 4 }} />
            ) : (
              <Input {...field} />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
