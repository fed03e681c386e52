import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { switchLanguage } from '../i18n/i18n.ts'
import { languageNames, languageWords, useSettings } from '../settings.ts'

/** Language of a page outside of the office. Stays as it was, with a message, when the texts cannot be loaded. */
export function LanguageSelect({ disabled = false }: { readonly disabled?: boolean }) {
  const { t } = useTranslation()
  const language = useSettings((settings) => settings.language)
  const [isLost, setLost] = useState(false)
  const change = async (name: string) => {
    const chosen = languageWords.find((word) => word === name)
    setLost(chosen !== undefined && !(await switchLanguage(chosen)))
  }
  return (
    <>
      {isLost && <span role="alert">{t('lost:title')} </span>}
      <select
        className="language-select"
        aria-label={t('preferences.language')}
        value={language}
        disabled={disabled}
        onChange={(event) => void change(event.target.value)}
      >
        {languageWords.map((word) => (
          <option key={word} value={word}>
            {languageNames[word]}
          </option>
        ))}
      </select>
    </>
  )
}
