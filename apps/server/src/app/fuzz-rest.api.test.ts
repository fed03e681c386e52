import { fuzz } from '../../test/fuzz.fixtures.ts'

fuzz('rest')
