import { journey, openApp } from '../support/journey.ts'
import { wayOut } from '../support/way-out.ts'

/** The deep run covers the other languages. */
journey('from packing to receipt, in zh', () => wayOut(openApp(), 'zh'))
