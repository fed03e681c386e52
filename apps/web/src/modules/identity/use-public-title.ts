import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Document title of a page outside the shell. */
export function usePublicTitle(title: string): void {
  const { t } = useTranslation()
  const app = t('app.name')
  useEffect(() => {
    document.title = `${title} - ${app}`
  }, [title, app])
}
