import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Says plainly that an area is not part of this version. */
export function NotInstalledPage() {
  const { t } = useTranslation()
  return (
    <div className="plain-page">
      <h1>{t('notInstalled.title')}</h1>
      <p>{t('notInstalled.text')}</p>
      <Link to="/dashboard">{t('notInstalled.home')}</Link>
    </div>
  )
}
