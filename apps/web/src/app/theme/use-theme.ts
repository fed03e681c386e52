import { useEffect } from 'react'
import { useConnection } from '../../shared/connection.ts'
import { useSettings } from '../../shared/settings.ts'
import { darkGround, lightGround, readableOn } from '../../shared/theme/contrast.ts'
import { loadLocale, useLocale } from '../../shared/theme/locale.ts'

/** Writes the theme into the document's variables, and keeps Ant Design's words in step with the language. */
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
    // Words that do not arrive are asked for again when the server is back.
    if (hasAntWords) void loadLocale().catch(() => undefined)
  }, [hasAntWords, language, returns])
}
