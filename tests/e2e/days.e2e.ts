import { it } from 'vitest'
import { spendsDay } from '../support/days.ts'
import { journey, openApp } from '../support/journey.ts'

/** Two roles, each in another language. The deep run covers every role in every language. */
journey('a day at work', () => {
  const app = openApp()

  it.each([
    ['manager', 'es'],
    ['equipment', 'en'],
  ] as const)('of the %s, in %s', (role, language) => spendsDay(app, role, { language }))
})
