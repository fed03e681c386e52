import { useEffect } from 'react'
import { useConnection } from '../../shared/connection.ts'
import { useSettings } from '../../shared/settings.ts'
import { darkGround, lightGround, readableOn } from '../../shared/theme/contrast.ts'
import { loadLocale, useLocale } from '../../shared/theme/locale.ts'

/**
 * Writes the theme to the document's CSS variables, and keeps Ant Design's locale in step with the
 * language.
 */
export function useTheme(): void {
  const { color, dark, language } = useSettings()
  const hasAntWords = useLocale(({ locale }) => locale !== null)
  useEffect(() => {
    const { dataset, style } = document.documentElement
    dataset['theme'] = dark ? 'dark' : 'light'
    style.setProperty('--theme', color)
    style.setProperty('--solid', readableOn(color, lightGround))
    style.setProperty('--link', readableOn(color, dark ? darkGround : lightGround))
  }, [dark, color])
  const { returns } = useConnection()
  useEffect(() => {
    // A locale that failed to load is requested again when the server is back.
    if (hasAntWords) void loadLocale().catch(() => undefined)
  }, [hasAntWords, language, returns])
}
