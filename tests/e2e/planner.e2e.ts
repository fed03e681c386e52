import { journey, openApp } from '../support/journey.ts'
import { plannersWay } from '../support/planner-way.ts'

/** The deep run covers the other languages. */
journey('a planner, in en', () => plannersWay(openApp(), 'en'))
