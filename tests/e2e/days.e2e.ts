import { it } from 'vitest'
import { spendsDay } from '../support/days.ts'
import { journey, openHouse } from '../support/journey.ts'

/** Each role once, the languages by turns; every role in every language is a test of the deep run. */
journey('a day at work', () => {
  const house = openHouse()

  it.each([
    ['manager', 'es'],
    ['inspector', 'en'],
    ['equipment', 'zh'],
    ['admin', 'es'],
  ] as const)('of the %s, in %s', (role, language) => spendsDay(house, role, language))
})
