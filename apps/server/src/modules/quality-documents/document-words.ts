import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentLanguages } from '@cloud-factory/domain/quality-documents/document-labels'
import type { Translate } from '../../../../../packages/dictionary/src/translate.ts'
import { createTranslator } from '../../../../../packages/dictionary/src/translator.ts'

export type DocumentWords = Translate<'printed-documents'>

const folder = join(import.meta.dirname, '../../../../../packages/dictionary/src')
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object
const [zh, en, es] = documentLanguages.map((language) => ({
  common: read(`common.${language}.json`),
  'printed-documents': read(`printed-documents.${language}.json`),
})) as [object, object, object]

/** What quality documents say besides what was written and measured. */
export const wordsIn = createTranslator('printed-documents', { zh, en, es })
