import { describe, expect, test } from 'vitest'
import { controlHeights, settingsFrom } from './settings.ts'

const from = (cookies: Readonly<Record<string, string>>) => settingsFrom((name) => cookies[name] ?? null)

describe('app settings, persisted in cookies', () => {
  test('default language zh, default size medium, default theme colour #409EFF, sidebar open', () => {
    expect(from({})).toEqual({
      sidebarOpen: true,
      language: 'zh',
      size: 'medium',
      color: '#409EFF',
      dark: false,
    })
  })

  test('sidebar cookie values 1 (open) and 0 (closed)', () => {
    expect(from({ sidebarStatus: '0' }).sidebarOpen).toBe(false)
    expect(from({ sidebarStatus: '1' }).sidebarOpen).toBe(true)
  })

  test('language, size and theme are read', () => {
    expect(from({ language: 'es', size: 'mini', theme: 'dark #11a983' })).toMatchObject({
      language: 'es',
      size: 'mini',
      color: '#11a983',
      dark: true,
    })
  })

  test('a strange word counts as absent', () => {
    expect(from({ language: 'fr', size: 'huge', theme: 'dark red;x' })).toMatchObject({
      language: 'zh',
      size: 'medium',
      color: '#409EFF',
    })
  })
})

test('default, medium, small and mini are 40, 36, 32 and 28 px high', () => {
  expect(controlHeights).toEqual({ default: 40, medium: 36, small: 32, mini: 28 })
})
