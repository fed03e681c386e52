import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentLanguages } from '@cloud-factory/domain/quality-documents/document-labels'
import type { Translate } from '../../../../../packages/dictionary/src/translate.ts'
import { createTranslator } from '../../../../../packages/dictionary/src/translator.ts'

export type DocumentWords = Translate<'printed-documents'>

/** Their own texts and the dictionaries whose names of values they share with the office. */
const names = [
  'common',
  'coating',
  'inspection',
  'material',
  'ncr',
  'printed-documents',
  'quality-documents',
  'welding',
]
const folder = join(import.meta.dirname, '../../../../../packages/dictionary/src')
const dictionary = (language: string): object =>
  Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(join(folder, `${name}.${language}.json`), 'utf8'))]),
  )
const [zh, en, es] = documentLanguages.map(dictionary) as [object, object, object]

/** What quality documents say besides what was written and measured. */
export const wordsIn = createTranslator('printed-documents', { zh, en, es })
