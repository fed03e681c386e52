import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from '../../shared/theme/contrast.ts'

describe('colours of the style sheet, light and dark', () => {
  const sheet = readFileSync(new URL('../base.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = [...sheet.matchAll(/:root[^{]*\{([^}]*)\}/g)].map(([, body]) => body)
  const valuesOf = (body: string) =>
    Object.fromEntries(
      [...body.matchAll(/--([\w-]+): (#[0-9a-f]+);/g)].map(([, name, value]) => [name, value]),
    )
  const themes = { light: valuesOf(light), dark: { ...valuesOf(light), ...valuesOf(dark) } }
  const pairs = [
    ['ink', 'paper'],
    ['ink', 'ground'],
    ['ink-soft', 'paper'],
    ['ink-soft', 'ground'],
    ['link', 'paper'],
    ['link', 'ground'],
    ['bad', 'paper'],
    ['bad', 'bad-ground'],
    ['ink', 'warn-ground'],
    ['warn', 'warn-ground'],
    ['hint', 'paper'],
    ['ink', 'note-ground'],
    ['menu-ink', 'menu'],
    ['menu-ink', 'menu-sub'],
    ['menu-active', 'menu-hover'],
    ['menu-active', 'menu-sub-hover'],
  ] as const
  test.each(
    Object.entries(themes).flatMap(([theme, values]) =>
      pairs.map((pair) => [theme, ...pair, values] as const),
    ),
  )('%s: %s can be read on %s', (_theme, ink, ground, values) => {
    expect(contrast(full(values[ink]), full(values[ground]))).toBeGreaterThanOrEqual(4.5)
  })
  /** `#fff` as `#ffffff`. */
  function full(color = ''): string {
    return color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color
  }
})
