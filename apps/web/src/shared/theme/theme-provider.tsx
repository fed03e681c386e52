import { ConfigProvider } from 'antd'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useSettings } from '../settings.ts'
import { useLocale } from './locale.ts'
import { themeOf } from './theme.ts'

/** Whether an ancestor already provides the theme. */
const Inside = createContext(false)

/** Ant Design with our colours, sizes and language; does nothing inside another provider. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return use(Inside) ? children : <Themed>{children}</Themed>
}

function Themed({ children }: { readonly children: ReactNode }) {
  const { color, dark, size } = useSettings()
  const { locale } = useLocale()
  const theme = useMemo(() => themeOf({ color, dark, size }), [color, dark, size])
  return (
    <Inside value={true}>
      <ConfigProvider
        theme={theme}
        {...(locale === null ? {} : { locale })}
        button={{ autoInsertSpace: false }}
      >
        {children}
      </ConfigProvider>
    </Inside>
  )
}
