import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useSettings } from '../../shared/settings.ts'
import { useLocale } from './locale.ts'
import { themeOf } from './theme.ts'

/** Ant Design in our colours, sizes and language. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const { color, dark, size } = useSettings()
  const { locale } = useLocale()
  const theme = useMemo(() => themeOf({ color, dark, size }), [color, dark, size])
  return (
    <ConfigProvider
      theme={theme}
      {...(locale === null ? {} : { locale })}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  )
}
