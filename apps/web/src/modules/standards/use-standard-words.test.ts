import { expect, test } from 'vitest'
import { partIn } from './use-standard-words.ts'

test('a text in three languages is shown in one, any other as it was written', () => {
  const threefold = '室外 150 µm / outdoor 150 µm / exterior 150 µm'
  expect(['zh', 'en', 'es'].map((language) => partIn(threefold, language as 'zh'))).toEqual([
    '室外 150 µm',
    'outdoor 150 µm',
    'exterior 150 µm',
  ])
  for (const text of ['', 'AISC FAQ 3.2.2: +1/8 in / 10 ft', 'A / B / C', '甲 / 乙 / 丙', '甲 / b'])
    expect(partIn(text, 'en')).toBe(text)
})
