import { journey, openApp } from '../support/journey.ts'
import { plannersWay } from '../support/planner-way.ts'

/** The other languages are tests of the deep run. */
journey('a planner, in en', () => plannersWay(openApp(), 'en'))
