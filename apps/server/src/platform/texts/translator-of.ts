import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Namespace, Translate } from '@cloud-factory/dictionary/translate'
import { createTranslator } from '@cloud-factory/dictionary/translator'

const languages = ['zh', 'en', 'es'] as const
const folder = join(import.meta.dirname, '../../../../../packages/dictionary/src')

/** Texts of a namespace in all languages, for what the server writes. `files`: the dictionaries that they refer to. */
export function translatorOf<N extends Namespace>(
  namespace: N,
  files: readonly Namespace[],
): (language: (typeof languages)[number]) => Translate<N> {
  const [zh, en, es] = languages.map((language) =>
    Object.fromEntries(
      files.map((file) => [file, JSON.parse(readFileSync(join(folder, `${file}.${language}.json`), 'utf8'))]),
    ),
  ) as [object, object, object]
  return createTranslator(namespace, { zh, en, es })
}
