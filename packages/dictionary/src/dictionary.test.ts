import { errorCodes } from '@cloud-factory/contract/errors'
import { describe, expect, test } from 'vitest'

type Words = Readonly<Record<string, string>>
const files = import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' })
const languages = ['zh', 'en', 'es'] as const
/** The words of each language are counted in its own way: `item_one`, `item_other`. */
const plural = /_(zero|one|two|few|many|other)$/

function flat(value: unknown, at = ''): Words {
  if (typeof value === 'string') return { [at]: value }
  const parts = Object.entries(value as object)
  return Object.assign(
    {},
    ...parts.map(([key, part]) => flat(part, at === '' ? key : `${at}.${key}`)),
  ) as Words
}

/** Without the ending of its number form; `too_many` is no such ending where there is no `too_other`. */
const stemOf = (key: string, words: Words) =>
  key.replace(plural, '_other') in words ? key.replace(plural, '') : key
const stems = (words: Words) => [...new Set(Object.keys(words).map((key) => stemOf(key, words)))].toSorted()
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)/g)]
    .map(([, name = '']) => name)
    .toSorted((one, other) => one.localeCompare(other))
    .join()

/** Namespaces as `shell` or `orders`, each with its words by language. */
const namespaces = new Map<string, Record<string, Words>>()
for (const [path, words] of Object.entries(files)) {
  const [, name, language] = /([^/]+)\.(zh|en|es)\.json$/.exec(path) ?? []
  if (name === undefined || language === undefined) throw new Error(`${path} is in no known language`)
  namespaces.set(name, { ...namespaces.get(name), [language]: flat(words) })
}

describe.each([...namespaces])('%s', (_, words) => {
  test('is there in zh, en and es', () => {
    expect(Object.keys(words).toSorted()).toEqual(['en', 'es', 'zh'])
  })

  test('has the same keys in all', () => {
    for (const language of languages) expect(stems(words[language] ?? {})).toEqual(stems(words['zh'] ?? {}))
  })

  test('has the same placeholders in all, and nothing empty', () => {
    const zh = words['zh'] ?? {}
    const expected = new Map(Object.entries(zh).map(([key, text]) => [stemOf(key, zh), placeholders(text)]))
    for (const language of languages) {
      for (const [key, text] of Object.entries(words[language] ?? {})) {
        expect(text.trim(), `${language} ${key}`).not.toBe('')
        expect(placeholders(text), `${language} ${key}`).toBe(
          expected.get(stemOf(key, words[language] ?? {})),
        )
      }
    }
  })

  test('counts as each language counts', () => {
    for (const language of languages) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      for (const key of Object.keys(words[language] ?? {}).filter((name) => name.endsWith('_other'))) {
        for (const form of forms) expect(words[language]).toHaveProperty([key.replace(/other$/, form)])
      }
    }
  })
})

const own = (name: string) => namespaces.get(name)?.['zh'] ?? {}

test.each([...errorCodes])('there is a sentence for the error code %s', (code) => {
  expect(own('problem')).toHaveProperty([code])
})

test('per cent stands after a space, as every unit does', () => {
  for (const [name, words] of namespaces)
    for (const language of languages)
      for (const [key, text] of Object.entries(words[language] ?? {}))
        expect(text, `${name}.${language} ${key}`).not.toMatch(/[\d}]%/)
})

test('no key stands twice in an object: the first would be lost without a word', () => {
  const raw = import.meta.glob<string>('./*.json', { eager: true, query: '?raw', import: 'default' })
  expect(Object.keys(raw)).toHaveLength(Object.keys(files).length)
  const lines = (text: string) => text.trimEnd().split('\n').length
  for (const [path, text] of Object.entries(raw))
    expect(lines(JSON.stringify(JSON.parse(text), null, 2)), path).toBe(lines(text))
})

/** Loaded without `common`. */
const alone = new Set(['common', 'lost', 'wall', 'wall-help'])

test('no module repeats what stands in common under the same key', () => {
  const common = namespaces.get('common') ?? {}
  for (const [name, words] of namespaces) {
    if (alone.has(name)) continue
    for (const key of Object.keys(words['zh'] ?? {})) {
      const isRepeated = languages.every((language) => words[language]?.[key] === common[language]?.[key])
      expect(isRepeated, `${name}:${key}`).toBe(false)
    }
  }
})
