import { expect, test } from 'vitest'
import { defaultColor, presetColors } from '../settings.ts'
import { contrast, darkGround, lightGround, mixed, readableOn } from './contrast.ts'

test('contrast by WCAG 2', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each([...presetColors])('%s becomes readable on light and dark ground', (color) => {
  expect(contrast(readableOn(color, lightGround), lightGround)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(readableOn(color, darkGround), darkGround)).toBeGreaterThanOrEqual(4.5)
})

test('a colour that can be read stays as it is', () => {
  expect(readableOn('#304156', '#ffffff')).toBe('#304156')
  expect(readableOn(defaultColor, '#1f1f1f').toLowerCase()).toBe(defaultColor.toLowerCase())
})

test('mixing', () => {
  expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(mixed('#102030', '#ffffff', 0)).toBe('#102030')
})
