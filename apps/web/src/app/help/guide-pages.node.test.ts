import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderGuide, renderPage } from '../../../vite/guide-pages.ts'

test('headings have the ids by which links name them', () => {
  expect(renderGuide('## Four-eyes rule')).toContain('<h2 id="four-eyes-rule">')
  expect(renderGuide('## 四眼原则')).toContain('<h2 id="四眼原则">')
})

const docs = join(import.meta.dirname, '../../../../../docs')

test('pictures load when they come into view, keep their place and open in full size', () => {
  const page = join(docs, 'user-guide/en/display-info.md')
  const html = renderPage(page, '![Home](../../pictures/home.webp)', (file) => `/assets/${basename(file)}`)
  const image = '<img src="/assets/home.webp" alt="Home" width="1366" height="768" loading="lazy">'
  expect(html).toBe(`<p><a href="/assets/home.webp" target="_blank">${image}</a></p>\n`)
})
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(docs, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(ending),
  )

/** Pictures of the guides in a language, by page. */
const picturesOf = (language: string) =>
  filesIn(`user-guide/${language}`, '.md').flatMap((page) => {
    const text = readFileSync(join(docs, 'user-guide', language, page), 'utf8')
    return [...text.matchAll(/!\[(.*?)\]\((.*?)\)/g)].map(([, alt = '', address = '']) => ({
      page,
      alt,
      address,
    }))
  })

describe.each(['zh', 'en', 'es'])('pictures of the user guide in %s', (language) => {
  const pictures = picturesOf(language)

  test('exist, each in one place, and say what they show', () => {
    const start = `../../pictures/guide/${language}/`
    const shown = pictures.map(({ address }) => address.slice(start.length))
    expect(pictures.every(({ address }) => address.startsWith(start))).toBe(true)
    expect(shown.toSorted()).toEqual(filesIn(`pictures/guide/${language}`, '.webp').toSorted())
    for (const { alt, page } of pictures) expect(alt.length, page).toBeGreaterThan(4)
  })

  test('are on every page but the contents, the same ones in all languages', () => {
    const pages = [...new Set(pictures.map(({ page }) => page))]
    expect(['README.md', ...pages].toSorted()).toEqual(filesIn(`user-guide/${language}`, '.md').toSorted())
    const named = (of: string) =>
      picturesOf(of).map(({ page, address }) => [page, address.replace(`/${of}/`, '')])
    expect(named(language)).toEqual(named('zh'))
  })
})

test('all pictures together stay below 3 MB, each of the guide below 60 kB', () => {
  const sizes = filesIn('pictures', '.webp').map(
    (name) => [name, statSync(join(docs, 'pictures', name)).size] as const,
  )
  expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(3_000_000)
  expect(sizes.filter(([name, size]) => name.startsWith('guide') && size > 60_000)).toEqual([])
})
