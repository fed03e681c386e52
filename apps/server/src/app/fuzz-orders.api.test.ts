import { fuzz } from '../../test/fuzz.fixtures.ts'

fuzz('orders')
