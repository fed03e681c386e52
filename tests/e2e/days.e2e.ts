import { it } from 'vitest'
import { spendsDay } from '../support/days.ts'
import { journey, openApp } from '../support/journey.ts'

/** Each role once, the languages by turns; every role in every language is a test of the deep run. */
journey('a day at work', () => {
  const app = openApp()

  it.each([
    ['manager', 'es'],
    ['inspector', 'en'],
    ['equipment', 'zh'],
    ['admin', 'es'],
  ] as const)('of the %s, in %s', (role, language) => spendsDay(app, role, language))
})
