import { journey, openApp } from '../support/journey.ts'
import { wayOut } from '../support/way-out.ts'

/** The other languages are tests of the deep run. */
journey('from packing to receipt, in zh', () => wayOut(openApp(), 'zh'))
