import { expect, test } from 'vitest'
import { type AdapterValues, mappingOfValues, wordsOf } from './adapter-values.rules.ts'

test.each([
  [
    'RUN=3; IDLE = 1',
    [
      { word: 'RUN', number: 3 },
      { word: 'IDLE', number: 1 },
    ],
  ],
  [
    '运行=3；停=-1.5',
    [
      { word: '运行', number: 3 },
      { word: '停', number: -1.5 },
    ],
  ],
  ['a=b=2', [{ word: 'a=b', number: 2 }]],
  ['', []],
  ['RUN', null],
  ['RUN=x', null],
  ['=3', null],
])('%s', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('numbers left empty are one and nothing, texts are cut to size', () => {
  const signal = { name: ' I ', signal: 'cur', factor: null, offset: null, unit: undefined, words: 'MAX=5' }
  const values = { code: 'a', name: '', active: true, gatewayId: undefined, signals: [signal] }
  expect(mappingOfValues(values as unknown as AdapterValues)).toEqual({
    gatewayId: null,
    zoneMinutes: 0,
    signals: [
      { name: 'I', signal: 'cur', factor: 1, offset: 0, unit: '', words: [{ word: 'MAX', number: 5 }] },
    ],
  })
})
