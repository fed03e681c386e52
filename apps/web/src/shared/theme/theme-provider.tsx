import { theme, type ThemeConfig, ConfigProvider } from 'antd'
import { controlHeights, type Settings, useSettings } from '../settings.ts'
import { darkGround, lightGround, mixed, readableOn } from './contrast.ts'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useLocale } from './locale.ts'

/** Text in these colours is readable on white and on its own pale background, by WCAG 2 AA. */
const lightColors = {
  colorTextTertiary: '#6b7280',
  colorSuccess: '#2f7d12',
  colorSuccessBg: '#eef8e8',
  colorSuccessBorder: '#b7dfa2',
  colorError: '#cf1322',
  colorErrorBg: '#fff1f0',
  colorErrorBorder: '#ffccc7',
  colorWarning: '#a85b00',
  colorWarningBg: '#fff7e6',
  colorWarningBorder: '#ffd591',
  colorInfo: '#1668c7',
  colorInfoBg: '#e8f2fd',
  colorInfoBorder: '#a9cdf5',
}

/** On a dark background colours are light, so text on a filled button is dark. */
const darkColors = {
  colorInfo: '#7cc0ff',
  colorError: '#ff8078',
  colorTextLightSolid: '#10161d',
  colorTextTertiary: '#8f949b',
}

/** Backgrounds of selected items: a dark theme colour would make them too dark for their text. */
const paleGrounds = (primary: string) => ({
  colorPrimaryBg: mixed(primary, '#ffffff', 0.9),
  colorPrimaryBgHover: mixed(primary, '#ffffff', 0.84),
  controlItemBgActive: mixed(primary, '#ffffff', 0.9),
  controlItemBgActiveHover: mixed(primary, '#ffffff', 0.84),
})

/** Ant Design's tokens for the user's settings. */
function themeOf({ color, dark, size }: Pick<Settings, 'color' | 'dark' | 'size'>): ThemeConfig {
  const height = controlHeights[size]
  // The dark algorithm makes colours darker again.
  const primary = dark ? readableOn(color, darkGround, 6) : readableOn(color, lightGround)
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'cloud-factory' },
    hashed: false,
    token: {
      colorPrimary: primary,
      colorLink: primary,
      controlHeight: height,
      // Overlays of a page that is hidden and shown again render correctly only without motion.
      motion: false,
      borderRadius: 4,
      fontFamily: 'var(--font)',
      colorTextPlaceholder: 'var(--hint)',
      ...(dark ? darkColors : { ...lightColors, ...paleGrounds(primary) }),
    },
    components: {
      Table: { cellPaddingBlock: Math.round(height / 3.6), cellPaddingInline: 12 },
      Tooltip: { colorTextLightSolid: '#ffffff' },
    },
  }
}

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
