import { expect, test } from 'vitest'
import { maxRecent, starred, type VisitedPage, visited } from './visits.rules.ts'

const order = (no: number) => ({ path: `/order/detail/${no}`, titleKey: 'orderDetail', title: `O-${no}` })
const list = { path: '/order/list', titleKey: 'orderList', title: null }
const titles = (pages: readonly VisitedPage[]) => pages.map(({ title }) => title)

test('the latest record is first, each stands there once with its latest title, the oldest is forgotten', () => {
  let pages: readonly VisitedPage[] = []
  for (let no = 1; no <= maxRecent + 1; no += 1) pages = visited(pages, order(no))
  pages = visited(pages, { ...order(5), title: 'O-5 new' })
  expect(pages).toHaveLength(maxRecent)
  expect(titles(pages).slice(0, 2)).toEqual(['O-5 new', 'O-11'])
  expect(titles(pages)).not.toContain('O-1')
})

test('a favourite stays, also when it is visited again', () => {
  let pages = starred([], order(1), true)
  for (let no = 2; no <= maxRecent + 2; no += 1) pages = visited(pages, order(no))
  expect(pages.filter(({ starred: isStarred }) => isStarred)).toEqual([{ ...order(1), starred: true }])
  expect(visited(pages, order(1))[0]).toEqual({ ...order(1), starred: true })
})

test('a record that is no favourite any more is a recent one; a list is gone', () => {
  const pages = starred(starred([], order(1), true), list, true)
  expect(starred(pages, order(1), false)).toContainEqual({ ...order(1), starred: false })
  expect(starred(pages, list, false)).toEqual([{ ...order(1), starred: true }])
})
