import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../../shared/i18n/i18n.ts'
import { languageNames, languageWords, useSettings } from '../../shared/settings.ts'

export function LanguageSelect() {
  const { t } = useTranslation('access')
  const { language } = useSettings()
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
        aria-label={t('login.language')}
        value={language}
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
