import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const languages = ['zh', 'en', 'es'] as const
export type Language = (typeof languages)[number]

interface Words {
  readonly [key: string]: string | Words
}

const source = join(import.meta.dirname, '../../packages/dictionary/src')

/**
 * Looks up texts of the interface: `wordsOf('en')('shell:user.logOut')`. Replaces `{{name}}` from `params`;
 * `count` selects the plural.
 */
export function wordsOf(language: Language) {
  const files = new Map<string, Words>()
  const plural = new Intl.PluralRules(language)
  return (key: string, params: Readonly<Record<string, string | number>> = {}): string => {
    const [namespace = '', path = ''] = key.split(':')
    const at = (file: string, name: string) => {
      const words = files.get(file) ?? read(file, language)
      files.set(file, words)
      return words[name] ?? name.split('.').reduce<string | Words | undefined>(step, words)
    }
    const names = [path, `${path}_${plural.select(Number(params['count']))}`]
    const found = [namespace, 'common']
      .flatMap((file) => names.map((name) => at(file, name)))
      .find((words) => words !== undefined)
    if (typeof found !== 'string') throw new Error(`no words for ${key} in ${language}`)
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]))
  }
}

const step = (words: string | Words | undefined, key: string) =>
  typeof words === 'object' ? words[key] : undefined

function read(namespace: string, language: Language): Words {
  return JSON.parse(readFileSync(join(source, `${namespace}.${language}.json`), 'utf8')) as Words
}

/** First parts of translation keys with several parts: `field` of `orders:field.no`. */
export const keyRoots: ReadonlySet<string> = new Set(
  globSync('*.en.json', { cwd: source }).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(source, file), 'utf8')) as Words)
      .filter(([key, words]) => typeof words === 'object' || key.includes('.'))
      .map(([key]) => key.split('.')[0] ?? key),
  ),
)
