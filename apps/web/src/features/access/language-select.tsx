import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../../shared/i18n/i18n.ts'
import { languageNames, languageWords, useSettings } from '../../shared/settings.ts'

export function LanguageSelect() {
  const { t } = useTranslation('access')
  const { language } = useSettings()
  return (
    <select
      className="language-select"
      aria-label={t('login.language')}
      value={language}
      onChange={(event) => {
        const chosen = languageWords.find((word) => word === event.target.value)
        if (chosen !== undefined) void switchLanguage(chosen)
      }}
    >
      {languageWords.map((word) => (
        <option key={word} value={word}>
          {languageNames[word]}
        </option>
      ))}
    </select>
  )
}
