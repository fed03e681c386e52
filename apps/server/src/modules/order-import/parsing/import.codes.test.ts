import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { orderFindingCodes } from '../imports.store.ts'
import { findingCodes } from './import.types.ts'

const allCodes = [...findingCodes, ...orderFindingCodes]

const here = new URL('.', import.meta.url)
const sentences = (language: string): Record<string, string> => {
  const file = new URL(`../../../../../../packages/dictionary/src/import-findings.${language}.json`, here)
  return JSON.parse(readFileSync(file, 'utf8'))
}
const holes = (sentence: string): string[] => (sentence.match(/\{\{\w+\}\}/g) ?? []).toSorted()

const source = readdirSync(here)
  .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('import.codes'))
  .map((name) => readFileSync(new URL(name, here), 'utf8'))
  .join('\n')

it.each(findingCodes)('%s is reported somewhere', (code) => {
  expect(source).toContain(`'${code}'`)
})

describe.each(['zh', 'en', 'es'])('sentences in %s', (language) => {
  it('exist for every code and no other', () => {
    expect(Object.keys(sentences(language)).toSorted()).toEqual(allCodes.toSorted())
  })

  it.each(allCodes)('%s has the holes of the English one', (code) => {
    const english = holes(sentences('en')[code] ?? '')
    expect(holes(sentences(language)[code] ?? '')).toEqual(english)
    expect(code === 'files.none' || code === 'files.too_many' || english.includes('{{file}}')).toBe(true)
  })
})
